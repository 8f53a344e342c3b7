// Tiles and strips that are a deflate or Zstandard stream. libtiff does not report how long a stream is: 4.5 takes a
// deflate stream that is too long for a right one and leaves pixels as the memory was.
#pragma once

#include "core/memory.h"
#include "io/tiff/handle.h"
#include "io/tiff/page.h"

#include <cstdint>
#include <memory>
#include <string>

struct ZSTD_DCtx_s;
struct libdeflate_decompressor;

namespace preamar::io {

class TiffStream {
 public:
  TiffStream();
  ~TiffStream();

  // Whether pages of this compression are decoded here.
  [[nodiscard]] static bool decodes(const TiffCodec& codec);
  // The pixels of `rows` rows of a tile or strip that lies at `offset`; `to` has room for all rows of one. Returns what
  // is wrong with the stream, or nothing.
  [[nodiscard]] std::string decode(const Object& file, std::int64_t offset, std::int64_t length, const TiffPage& page,
                                   std::int64_t rows, std::uint8_t* to);

 private:
  std::int64_t decompress(const TiffCodec& codec, std::int64_t length, std::uint8_t* to, std::int64_t room);
  std::int64_t decompress_frames(std::int64_t length, std::uint8_t* to, std::int64_t room);

  std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> deflate_;
  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> zstd_;
  Buffer<std::uint8_t> stored_;
};

}  // namespace preamar::io
