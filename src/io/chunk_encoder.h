// Parts of an image compressed and expanded whole, in memory.
#pragma once

#include "core/memory.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

struct ZSTD_CCtx_s;
struct libdeflate_compressor;

namespace preamar::io {

// Of tiles and strips. At level 1, libdeflate is as fast as Zstandard at level 3 and its files are no larger.
inline constexpr int deflate_level = 1;
inline constexpr int zstd_level = 3;

// For one thread at a time; keeps what the next part needs again.
class ChunkEncoder {
 public:
  // `compression` is "zstd", "deflate" or "none"; no part is longer than `largest` bytes.
  ChunkEncoder(std::string_view compression, std::int64_t largest);
  ChunkEncoder(const ChunkEncoder&) = delete;
  ChunkEncoder& operator=(const ChunkEncoder&) = delete;
  ~ChunkEncoder();

  // Valid until the next part, or for "none" as long as `part`.
  [[nodiscard]] std::span<const std::uint8_t> encode(std::span<const std::uint8_t> chunk);

 private:
  enum class Method { none, zstd, deflate };
  Method method_;
  Buffer<std::uint8_t> room_;
  ZSTD_CCtx_s* zstd_ = nullptr;
  libdeflate_compressor* deflate_ = nullptr;
};

[[nodiscard]] bool is_chunk_compression(std::string_view name);

}  // namespace preamar::io
