// Plain pixels by region, and compressed ones as a stream.
#include "core/digest.h"
#include "core/memory.h"
#include "core/rows.h"
#include "io/header_text.h"
#include "io/pixels.h"
#include "io/raw/payload.h"
#include "io/raw/region_rows.h"

#include <atomic>
#include <iterator>
#include <optional>

namespace preamar::io {
namespace {

// What a stream and a plain image share: a header, and pixels after it or in a file of their own.
class PayloadSink : public Sink {
 public:
  // `beside` is the file of the pixels, or null where they follow the header.
  PayloadSink(const SharedOutput& output, const SharedOutput& beside, const ImageType& type, const PayloadPlan& plan,
              OutFile::Start start)
      : Sink(output, type), header_(output->partial(), output->file(), start), beside_output_(beside) {
    if (beside) beside_.emplace(beside->partial(), beside->file(), start);
    if (!plan.is_header_coded && !holds(plan.header)) {
      header_.resize(0);
      header_.write(0, plan.header.data(), std::ssize(plan.header));
    }
  }

 protected:
  OutFile& header() { return header_; }
  OutFile& data() { return beside_ ? *beside_ : header_; }

  void close_files() {
    if (beside_) {  // first, so that a header never names a file that is not there
      beside_->close();
      beside_output_->commit();
      beside_output_->end();
    }
    header_.close();
  }

  void flush() override {
    if (beside_) beside_->flush();
    header_.flush();
  }

 private:
  // True where an earlier run began the same file.
  [[nodiscard]] bool holds(const std::string& words) const {
    std::string found(words.size(), '\0');
    const std::int64_t got = header_.read_some(0, found.data(), std::ssize(found));
    return got == std::ssize(words) && found == words;
  }

  OutFile header_;
  SharedOutput beside_output_;
  std::optional<OutFile> beside_;
};

// Regions of any shape, in any order and from several threads.
class PlainSink : public PayloadSink {
 public:
  PlainSink(const SharedOutput& output, const SharedOutput& beside, const ImageType& type, const PayloadPlan& plan)
      : PayloadSink(output, beside, type, plan, OutFile::Start::kept),
        begin_(beside ? 0 : std::ssize(plan.header)),
        left_(type.shape.count()) {
    const std::int64_t ones[max_rank] = {1, 1, 1};
    chunk_ = Shape(ones, type.shape.rank());
    takes_any_order_ = true;
  }

  [[nodiscard]] bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t expected) override {
    const Buffer<std::byte> stored(row_length(shape) * size_of(type().dtype));
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < row_count(shape); ++i) {
      const std::int64_t at = pixel_of(origin, shape, i);
      if (data().read_some(offset(at), stored.data(), stored.count()) < stored.count()) return false;
      sum += digest_of(stored, at);
    }
    if (sum != expected) return false;
    left_ -= shape.count();
    return true;
  }

  void finish(const Execution& /*on*/) override {
    if (left_ != 0)
      throw Error(ErrorKind::call, text(file().string(), ": closed with ", left_.load(), " of ", type().shape.count(),
                                        " pixels not written, or some written twice"));
    close_files();
  }

 private:
  // The number of the first pixel of the region's row `i`, in C order.
  [[nodiscard]] std::int64_t pixel_of(const std::int64_t* origin, const Shape& region, std::int64_t i) const {
    const Shape& shape = type().shape;
    return row_in_image(shape, origin, region, i) * row_length(shape) + origin[shape.rank() - 1];
  }
  [[nodiscard]] std::int64_t offset(std::int64_t pixel) const { return begin_ + pixel * size_of(type().dtype); }
  [[nodiscard]] static std::uint64_t digest_of(const Buffer<std::byte>& bytes, std::int64_t pixel) {
    return digest({bytes.data(), static_cast<std::size_t>(bytes.count())}, static_cast<std::uint64_t>(pixel));
  }

  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    const std::int64_t size = size_of(image.dtype()), columns = row_length(image.shape());
    const Buffer<std::byte> stored(columns * size);
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < row_count(image.shape()); ++i) {
      const std::int64_t at = pixel_of(origin, image.shape(), i);
      copy_row(row(image, i), row_stride(image), stored.data(), size, columns, size);
      if (std::endian::native != std::endian::little) swap_bytes(stored.data(), columns, size);
      data().write(offset(at), stored.data(), stored.count());
      sum += digest_of(stored, at);
    }
    left_ -= image.shape().count();
    return sum;
  }

  const std::int64_t begin_;  // of the pixels in their file
  std::atomic<std::int64_t> left_;
};

// Whole rows in order, compressed as one stream.
class StreamSink : public PayloadSink {
 public:
  StreamSink(const SharedOutput& output, const SharedOutput& beside, const ImageType& type, const PayloadPlan& plan)
      : PayloadSink(output, beside, type, plan, OutFile::Start::empty),
        stream_(data(), plan.wrapping),
        length_at_(plan.length_at) {
    if (plan.is_header_coded) stream_.write(plan.header.data(), std::ssize(plan.header));
    chunk_ = one_row(type.shape);
  }

  void finish(const Execution& /*on*/) override {
    if (rows_ != row_count(type().shape))
      throw Error(ErrorKind::call, text(file().string(), ": closed after ", rows_, " of ", row_count(type().shape),
                                        " rows were written"));
    const std::string digits = std::to_string(stream_.finish());
    if (length_at_ >= 0)
      header().write(length_at_ + length_digits - std::ssize(digits), digits.data(), std::ssize(digits));
    close_files();
  }

 private:
  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    const Shape& shape = type().shape;
    const std::int64_t rows = row_count(image.shape());
    if (row_in_image(shape, origin, image.shape(), 0) != rows_ || !is_one_run(shape, image.shape()))
      throw Error(ErrorKind::call, text(file().string(), ": row ", rows_, " must be written next, and whole rows in ",
                                        "order after it; give those or write without compression"));
    const std::int64_t size = size_of(image.dtype());
    const bool native = std::endian::native == std::endian::little;
    if (native && image.is_dense()) {
      stream_.write(image.data(), image.shape().count() * size);
    } else {
      const Buffer<std::byte> buffer(row_length(shape) * size);
      for (std::int64_t i = 0; i < rows; ++i) {
        copy_row(row(image, i), row_stride(image), buffer.data(), size, row_length(shape), size);
        if (!native) swap_bytes(buffer.data(), row_length(shape), size);
        stream_.write(buffer.data(), buffer.count());
      }
    }
    rows_ += rows;
    return 0;
  }

  Deflater stream_;
  std::int64_t rows_ = 0;
  std::int64_t length_at_;
};

}  // namespace

PayloadPlan plan_payload(const OutputTransaction& output, bool deflated, std::string_view detached,
                         std::string_view data_suffix) {
  PayloadPlan plan;
  plan.coding = deflated ? Coding::deflated : Coding::plain;
  if (lower_case(output.target().extension().string()) == detached) {
    plan.data = output.target();
    plan.data.replace_extension(data_suffix);
  }
  return plan;
}

std::unique_ptr<Sink> make_payload_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options,
                                        const PayloadPlan& plan) {
  SharedOutput beside;
  if (!plan.data.empty()) {
    beside = file_transaction(plan.data, options, nullptr);
    beside->require_replaceable();
    beside->open(OutputTransaction::Leftovers::remove);
  }
  if (plan.coding == Coding::plain) return std::make_unique<PlainSink>(output, beside, type, plan);
  return std::make_unique<StreamSink>(output, beside, type, plan);
}

Shape payload_chunk(const ImageType&, const WriteOptions&) { return {}; }

}  // namespace preamar::io
