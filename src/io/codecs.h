// Bytes to fewer bytes and back: what the chunks of a Zarr go through.
#pragma once

#include "core/bytes.h"
#include "core/memory.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

enum class CodecKind { blosc, zstd, deflate, crc32c };

struct Codec {
  CodecKind kind = CodecKind::zstd;
  int level = 1;
  bool zlib = false;          // deflate: wrapped as zlib does, not as gzip
  std::string inner = "lz4";  // blosc: what compresses its blocks
  int shuffle = 1;            // blosc: 0 none, 1 bytes, 2 bits
  std::int64_t item = 1;      // blosc: the bytes that are shuffled together
  std::int64_t block = 0;     // blosc: 0 leaves it to blosc
};

// "none", "blosc", "zstd", "gzip", "zlib", or several as "zstd+crc32c".
[[nodiscard]] std::string codec_names(std::span<const Codec> codecs);

// The bytes that one stored byte can become, at most: what a claim of a size is checked against.
[[nodiscard]] std::int64_t expansion_limit(std::span<const Codec> codecs);

// Bytes of a fixed room, some of them used.
struct Filled {
  Buffer<std::byte> room;
  std::int64_t size = 0;
  [[nodiscard]] std::span<const std::byte> bytes() const { return {room.data(), static_cast<std::size_t>(size)}; }
};

// The codecs in order. Throws Error (input) where one cannot take that number of bytes, naming `where`.
[[nodiscard]] Filled encode(std::span<const Codec> codecs, std::span<const std::byte> plain, std::string_view where);

// The codecs in reverse order, into exactly `plain`. Throws Error (io), naming `where`, for bytes that are broken or
// that give more or fewer.
void decode(std::span<const Codec> codecs, std::span<const std::byte> stored, std::span<std::byte> plain,
            std::string_view where);

}  // namespace preamar::io
