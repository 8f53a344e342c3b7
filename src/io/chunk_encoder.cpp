#include "io/chunk_encoder.h"

#include "core/error_text.h"

#include <libdeflate.h>
#include <zstd.h>

namespace preamar::io {

bool is_chunk_compression(std::string_view name) { return name == "zstd" || name == "deflate" || name == "none"; }

ChunkEncoder::ChunkEncoder(std::string_view compression, std::int64_t largest)
    : method_(compression == "zstd"      ? Method::zstd
              : compression == "deflate" ? Method::deflate
                                         : Method::none) {
  const auto bytes = static_cast<std::size_t>(largest);
  if (method_ == Method::zstd) {
    room_ = Buffer<std::uint8_t>(static_cast<std::int64_t>(ZSTD_compressBound(bytes)));
    zstd_ = ZSTD_createCCtx();
    if (!zstd_) throw Error(ErrorKind::resource, "zstd: no memory to compress with");
  }
  if (method_ == Method::deflate) {
    room_ = Buffer<std::uint8_t>(static_cast<std::int64_t>(libdeflate_zlib_compress_bound(nullptr, bytes)));
    deflate_ = libdeflate_alloc_compressor(deflate_level);
    if (!deflate_) throw Error(ErrorKind::resource, "deflate: no memory to compress with");
  }
}

ChunkEncoder::~ChunkEncoder() {
  ZSTD_freeCCtx(zstd_);
  libdeflate_free_compressor(deflate_);
}

std::span<const std::uint8_t> ChunkEncoder::encode(std::span<const std::uint8_t> chunk) {
  if (method_ == Method::none) return chunk;
  std::size_t length = static_cast<std::size_t>(room_.count());
  bool is_done = false;
  if (method_ == Method::zstd) {
    length = ZSTD_compressCCtx(zstd_, room_.data(), length, chunk.data(), chunk.size(), zstd_level);
    is_done = !ZSTD_isError(length);
  } else {
    length = libdeflate_zlib_compress(deflate_, chunk.data(), chunk.size(), room_.data(), length);
    is_done = length != 0;
  }
  // The room suffices for any part, so memory is all that can lack.
  if (!is_done) throw Error(ErrorKind::resource, text("a part of ", chunk.size(), " bytes cannot be compressed"));
  return {room_.data(), length};
}

}  // namespace preamar::io
