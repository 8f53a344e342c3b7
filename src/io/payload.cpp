#include "io/payload.h"

#include "core/memory.h"
#include "core/rows.h"
#include "io/header_text.h"
#include "io/limits.h"
#include "io/pixels.h"

#include <optional>
#include <utility>

namespace preamar::io {
namespace {

// The index of the region's row `i` among all rows of the image.
std::int64_t row_in_image(const Shape& image, const std::int64_t* origin, const Shape& region, std::int64_t i) {
  if (image.rank() == 2) return origin[0] + i;
  return (origin[0] + i / region[1]) * image[1] + origin[1] + i % region[1];
}

// True where the region's rows follow each other in the image without gaps.
bool is_one_run(const Shape& image, const Shape& region) {
  const int last = image.rank() - 1;
  if (region[last] != image[last]) return false;
  return image.rank() == 2 || region[0] == 1 || region[1] == image[1];
}

class PayloadSource : public Source {
 public:
  // `info` is whole but for its chunk.
  PayloadSource(const std::filesystem::path& header, FileInfo info, const Payload& payload)
      : Source(header), payload_(payload), data_(payload.file) {
    info_ = std::move(info);
    const Shape& shape = info_.type.shape;
    const std::int64_t bytes = pixel_bytes(header, info_.type);
    if (payload_.offset == at_the_end) payload_.offset = data_.size() > bytes ? data_.size() - bytes : 0;
    const std::int64_t there = data_.size() > payload_.offset ? data_.size() - payload_.offset : 0;
    if (payload_.stored == the_rest) payload_.stored = there;
    require_plausible(payload_.file, shape, payload_.stored, there, 1);
    const bool plain = payload_.coding == Coding::plain;
    require_plausible(payload_.file, shape, bytes, payload_.stored, plain ? 1 : deflate_limit);
    if (there > (plain ? bytes : payload_.stored))
      throw Error(ErrorKind::io,
                  text(payload_.file.string(), ": holds ", there, " bytes of pixels, but its header says ",
                       plain ? bytes : payload_.stored, "; its header is wrong"));
    info_.chunk = plain ? one_row(shape) : shape;
  }

 private:
  void read_region(const std::int64_t* origin, ImageView out) override {
    if (payload_.coding == Coding::plain)
      read_plain(origin, out);
    else
      read_deflated(origin, out);
  }

  [[nodiscard]] bool swapped() const { return payload_.endian != std::endian::native; }

  void read_plain(const std::int64_t* origin, ImageView out) {
    const Shape& shape = info_.type.shape;
    const std::int64_t size = size_of(out.dtype());
    const std::int64_t columns = row_length(out.shape());
    const std::int64_t first = origin[out.rank() - 1];
    const auto offset = [&](std::int64_t i) {
      return payload_.offset + (row_in_image(shape, origin, out.shape(), i) * row_length(shape) + first) * size;
    };
    if (out.is_dense() && is_one_run(shape, out.shape())) {
      const std::int64_t count = out.shape().count();
      data_.read(offset(0), out.data(), count * size);
      if (swapped()) swap_bytes(out.data(), count, size);
      return;
    }
    const Buffer<std::byte> buffer(columns * size);
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i) {
      data_.read(offset(i), buffer.data(), columns * size);
      if (swapped()) swap_bytes(buffer.data(), columns, size);
      copy_row(buffer.data(), size, row(out, i), row_stride(out), columns, size);
    }
  }

  // The stream has no index, so it is decoded from its begin to the region's last row.
  void read_deflated(const std::int64_t* origin, ImageView out) {
    const Shape& shape = info_.type.shape;
    const std::int64_t size = size_of(out.dtype());
    const std::int64_t columns = row_length(out.shape());
    const std::int64_t skipped = origin[out.rank() - 1] * size;
    Inflater stream(data_, payload_.offset, payload_.stored);
    const Buffer<std::byte> buffer(row_length(shape) * size);
    std::int64_t at = 0;
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i, ++at) {
      const std::int64_t wanted = row_in_image(shape, origin, out.shape(), i);
      stream.skip((wanted - at) * buffer.count());
      at = wanted;
      stream.read(buffer.data(), buffer.count());
      if (swapped()) swap_bytes(buffer.data() + skipped, columns, size);
      copy_row(buffer.data() + skipped, size, row(out, i), row_stride(out), columns, size);
    }
    if (at == row_count(shape)) stream.finish();
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    visit(file());
    if (payload_.file != file()) visit(payload_.file);
  }

  Payload payload_;
  InFile data_;
};

class PayloadSink : public Sink {
 public:
  // `beside` is the file of the pixels, or null where they follow the header.
  PayloadSink(const SharedOutput& output, const SharedOutput& beside, const ImageType& type, const PayloadPlan& plan)
      : Sink(output, type),
        header_(output->partial(), output->file()),
        beside_output_(beside),
        length_at_(plan.length_at) {
    if (beside) beside_.emplace(beside->partial(), beside->file());
    header_.write(0, plan.header.data(), static_cast<std::int64_t>(plan.header.size()));
    begin_ = data().size();
    if (plan.coding == Coding::deflated) stream_.emplace(data(), plan.wrapping);
    chunk_ = one_row(type.shape);
  }

  void finish() override {
    if (rows_ != row_count(type().shape))
      throw Error(ErrorKind::call, text(file().string(), ": closed after ", rows_, " of ", row_count(type().shape),
                                        " rows were written"));
    const std::int64_t stored = stream_ ? stream_->finish() : data().size() - begin_;
    if (length_at_ >= 0) {
      const std::string digits = std::to_string(stored);
      header_.write(length_at_ + length_digits - static_cast<std::int64_t>(digits.size()), digits.data(),
                    static_cast<std::int64_t>(digits.size()));
    }
    if (beside_) {  // first, so that a header never names a file that is not there
      beside_->close();
      beside_output_->commit();
      beside_output_->end();
    }
    header_.close();
  }

 private:
  OutFile& data() { return beside_ ? *beside_ : header_; }

  std::uint64_t write_region(const std::int64_t* origin, ConstImageView image) override {
    const Shape& shape = type().shape;
    const std::int64_t rows = row_count(image.shape());
    const std::int64_t first = row_in_image(shape, origin, image.shape(), 0);
    if (stream_ && (first != rows_ || !is_one_run(shape, image.shape())))
      throw Error(ErrorKind::call, text(file().string(), ": row ", rows_, " must be written next, and whole rows in ",
                                        "order after it; give those or write without compression"));
    const std::int64_t size = size_of(image.dtype());
    const bool native = std::endian::native == std::endian::little;
    if (native && image.is_dense() && is_one_run(shape, image.shape())) {
      put(first, image.data(), image.shape().count() * size);
    } else {
      const Buffer<std::byte> buffer(row_length(shape) * size);
      for (std::int64_t i = 0; i < rows; ++i) {
        copy_row(row(image, i), row_stride(image), buffer.data(), size, row_length(shape), size);
        if (!native) swap_bytes(buffer.data(), row_length(shape), size);
        put(row_in_image(shape, origin, image.shape(), i), buffer.data(), buffer.count());
      }
    }
    rows_ += rows;
    return 0;
  }

  void put(std::int64_t at_row, const void* from, std::int64_t bytes) {
    if (stream_)
      stream_->write(from, bytes);
    else
      data().write(begin_ + at_row * row_length(type().shape) * size_of(type().dtype), from, bytes);
  }

  OutFile header_;
  SharedOutput beside_output_;
  std::optional<OutFile> beside_;
  std::optional<Deflater> stream_;
  std::int64_t begin_ = 0;
  std::int64_t rows_ = 0;
  std::int64_t length_at_;
};

}  // namespace

std::unique_ptr<Source> make_payload_source(const std::filesystem::path& header, std::string_view format,
                                            const ImageType& type, std::string_view compression,
                                            const Payload& payload) {
  FileInfo info;
  info.format = format;
  info.type = type;
  info.compression = compression;
  return std::make_unique<PayloadSource>(header, std::move(info), payload);
}

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
    beside = std::make_shared<OutputTransaction>(plan.data, options, nullptr);
    beside->require_replaceable();
    beside->open(OutputTransaction::Leftovers::remove);
  }
  return std::make_unique<PayloadSink>(output, beside, type, plan);
}

}  // namespace preamar::io
