#include "io/raw/payload.h"

#include "core/memory.h"
#include "core/rows.h"
#include "io/limits.h"
#include "io/pixels.h"
#include "io/raw/region_rows.h"

#include <utility>

namespace preamar::io {
namespace {

// The header's own file is one that the user names, so it may be a link to anywhere.
InFile opened(const std::filesystem::path& header, const std::filesystem::path& data) {
  return data == header ? InFile(data) : InFile(data, header.parent_path());
}

class PayloadSource : public Source {
 public:
  // `info` is whole but for its chunk.
  PayloadSource(const std::filesystem::path& header, FileInfo info, const Payload& payload)
      : Source(header), payload_(payload), data_(opened(header, payload.file)) {
    info_ = std::move(info);
    const Shape& shape = info_.type.shape;
    const std::int64_t image = pixel_bytes(header, info_.type);
    const std::int64_t bytes =
        checked_product(image, payload_.images, text(header.string(), ": its bytes as the header has them"));
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
    (plain ? payload_.offset : payload_.skipped) += payload_.chosen * image;
    info_.chunk = plain ? one_row(shape) : shape;
  }

 private:
  void read_region(const std::int64_t* origin, ImageView out) override {
    if (payload_.coding == Coding::plain)
      read_plain(origin, out);
    else
      read_deflated(origin, out);
  }

  // From the file's bytes to pixels of this machine; a bool may be stored as any number but 0.
  void as_pixels(void* data, std::int64_t count, std::int64_t size) const {
    if (payload_.endian != std::endian::native) swap_bytes(data, count, size);
    if (info_.type.dtype != DType::boolean) return;
    auto* const bytes = static_cast<std::uint8_t*>(data);
    for (std::int64_t i = 0; i < count; ++i) bytes[i] = bytes[i] != 0;
  }

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
      as_pixels(out.data(), count, size);
      return;
    }
    const Buffer<std::byte> buffer(columns * size);
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i) {
      data_.read(offset(i), buffer.data(), columns * size);
      as_pixels(buffer.data(), columns, size);
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
    stream.skip(payload_.skipped);
    const Buffer<std::byte> buffer(row_length(shape) * size);
    std::int64_t at = 0;
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i, ++at) {
      const std::int64_t wanted = row_in_image(shape, origin, out.shape(), i);
      stream.skip((wanted - at) * buffer.count());
      at = wanted;
      stream.read(buffer.data(), buffer.count());
      as_pixels(buffer.data() + skipped, columns, size);
      copy_row(buffer.data() + skipped, size, row(out, i), row_stride(out), columns, size);
    }
    if (at == row_count(shape) && payload_.chosen == payload_.images - 1) stream.finish();
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    visit(file());
    if (payload_.file != file()) visit(payload_.file);
  }

  Payload payload_;
  InFile data_;
};

}  // namespace

std::unique_ptr<Source> make_payload_source(const std::filesystem::path& header, std::string_view format,
                                            const ImageType& type, Metadata metadata, std::string_view compression,
                                            const Payload& payload) {
  FileInfo info;
  info.metadata = std::move(metadata);
  info.format = format;
  info.type = type;
  info.compression = compression;
  return std::make_unique<PayloadSource>(header, std::move(info), payload);
}

}  // namespace preamar::io
