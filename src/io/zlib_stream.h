// One zlib or gzip stream within a file.
#pragma once

#include "core/memory.h"
#include "platform/file.h"

#include <zlib.h>
#include <cstdint>

namespace preamar::io {

// No deflate stream gives more bytes than this for one of its own.
inline constexpr std::int64_t deflate_limit = 1032;

// Reads the stream, of either kind, in `bytes` bytes from `offset` on; gzip members may follow each other.
class Inflater {
 public:
  Inflater(const InFile& file, std::int64_t offset, std::int64_t bytes);
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater();

  // Exactly `bytes` bytes; throws Error (io) where the stream is broken or ends before.
  void read(void* to, std::int64_t bytes);
  void skip(std::int64_t bytes);
  // Throws Error (io) where anything is left.
  void finish();

 private:
  std::int64_t inflate_some(void* to, std::int64_t bytes);
  void refill();

  const InFile& file_;
  std::int64_t offset_;
  std::int64_t left_;
  Buffer<unsigned char> input_;
  z_stream stream_{};
  bool ended_ = false;
};

enum class Wrapping { zlib, gzip };

// Writes a stream to the file's end.
class Deflater {
 public:
  Deflater(OutFile& file, Wrapping wrapping);
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater();

  void write(const void* from, std::int64_t bytes);
  // Ends the stream; returns its length in bytes.
  std::int64_t finish();

 private:
  void deflate_all(int flush);

  OutFile& file_;
  std::int64_t begin_;
  Buffer<unsigned char> output_;
  z_stream stream_{};
};

}  // namespace preamar::io
