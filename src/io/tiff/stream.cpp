#include "io/tiff/stream.h"

#include "core/error_text.h"

#include <libdeflate.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>

namespace preamar::io {
namespace {

constexpr std::int64_t damaged = -1, too_long = -2;
// No stream takes more beside twice its pixels; what the file counts beyond is not read.
constexpr std::int64_t most_overhead = 65536;

std::int64_t count_of(std::size_t bytes) { return static_cast<std::int64_t>(bytes); }

}  // namespace

TiffStream::TiffStream() : deflate_(nullptr, libdeflate_free_decompressor), zstd_(nullptr, ZSTD_freeDCtx) {}

TiffStream::~TiffStream() = default;

bool TiffStream::decodes(const TiffCodec& codec) { return codec.name == "deflate" || codec.name == "zstd"; }

std::string TiffStream::decode(const Object& file, std::int64_t offset, std::int64_t length, const TiffPage& page,
                               std::int64_t rows, std::uint8_t* to) {
  if (length <= 0) return "it has no data";
  if (offset < 0 || length > file.size() || offset > file.size() - length)
    return text("its ", length, " bytes at ", offset, " are not in the file");
  const std::int64_t bytes = rows * page.row_bytes, room = page.chunk_height * page.row_bytes;
  length = std::min(length, 2 * room + most_overhead);
  if (stored_.count() < length) stored_ = Buffer<std::uint8_t>(length);
  file.read(offset, stored_.data(), length);
  if (page.is_reversed) TIFFReverseBits(stored_.data(), length);
  const std::int64_t got = decompress(*page.codec, length, to, room);
  if (got == damaged) return text("its ", page.codec->name, " stream is damaged");
  // Some programs write the last strip as high as the others.
  if (got == too_long || (got > bytes && got != room)) return text("it holds more than its ", bytes, " bytes");
  if (got < bytes) return text("it holds only ", got, " of its ", bytes, " bytes");
  const int size = page.type.dtype == DType::boolean ? 1 : static_cast<int>(size_of(page.type.dtype));
  undo_predictor(page.predictor, to, rows, page.row_bytes, size, page.samples_together(), page.is_swapped);
  return {};
}

// Bytes after the end of a stream are padding.
std::int64_t TiffStream::decompress(const TiffCodec& codec, std::int64_t length, std::uint8_t* to, std::int64_t room) {
  if (codec.name == "zstd") return decompress_frames(length, to, room);
  if (!deflate_) deflate_.reset(libdeflate_alloc_decompressor());
  if (!deflate_) throw Error(ErrorKind::resource, "deflate: no memory to decompress with");
  std::size_t got = 0;
  const libdeflate_result result = libdeflate_zlib_decompress(
      deflate_.get(), stored_.data(), static_cast<std::size_t>(length), to, static_cast<std::size_t>(room), &got);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) return too_long;
  return result == LIBDEFLATE_SUCCESS ? count_of(got) : damaged;
}

std::int64_t TiffStream::decompress_frames(std::int64_t length, std::uint8_t* to, std::int64_t room) {
  if (!zstd_) zstd_.reset(ZSTD_createDCtx());
  if (!zstd_) throw Error(ErrorKind::resource, "zstd: no memory to decompress with");
  std::int64_t got = 0;
  for (std::int64_t at = 0; at < length && got < room;) {
    const std::size_t frame = ZSTD_findFrameCompressedSize(stored_.data() + at, static_cast<std::size_t>(length - at));
    if (ZSTD_isError(frame)) return at == 0 ? damaged : got;
    const std::size_t part =
        ZSTD_decompressDCtx(zstd_.get(), to + got, static_cast<std::size_t>(room - got), stored_.data() + at, frame);
    if (ZSTD_getErrorCode(part) == ZSTD_error_dstSize_tooSmall) return too_long;
    if (ZSTD_isError(part)) return damaged;
    got += count_of(part);
    at += count_of(frame);
  }
  return got;
}

}  // namespace preamar::io
