#include "io/codecs.h"

#include "core/error_text.h"
#include "io/crc32c.h"

#include <blosc.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

namespace preamar::io {
namespace {

using In = std::span<const std::byte>;
using Out = std::span<std::byte>;

constexpr std::int64_t sum_bytes = sizeof(std::uint32_t);

std::int64_t byte_count(In bytes) { return static_cast<std::int64_t>(bytes.size()); }

[[noreturn]] void fail_broken(std::string_view where, std::string_view what) {
  throw Error(ErrorKind::io, text(where, ": the compressed data is broken (", what, ")"));
}

void require_below(std::int64_t bytes, std::int64_t limit, std::string_view where, std::string_view codec) {
  if (bytes > limit)
    throw Error(ErrorKind::input, text(where, ": a chunk of ", bytes, " bytes is more than ", codec, " takes, ", limit,
                                       "; give a smaller chunk"));
}

// A context is made once a thread: it is larger than many a chunk.
struct ZstdContexts {
  ZSTD_CCtx* in = ZSTD_createCCtx();
  ZSTD_DCtx* out = ZSTD_createDCtx();
  ZstdContexts() = default;
  ZstdContexts(const ZstdContexts&) = delete;
  ZstdContexts& operator=(const ZstdContexts&) = delete;
  ~ZstdContexts() {
    ZSTD_freeCCtx(in);
    ZSTD_freeDCtx(out);
  }
};

ZstdContexts& zstd_contexts(std::string_view where) {
  thread_local ZstdContexts contexts;
  if (!contexts.in || !contexts.out) throw Error(ErrorKind::resource, text(where, ": Zstandard has no memory"));
  return contexts;
}

Filled encode_zstd(const Codec& codec, In from, std::string_view where) {
  Filled to{Buffer<std::byte>(static_cast<std::int64_t>(ZSTD_compressBound(from.size()))), 0};
  const std::size_t got =
      ZSTD_compressCCtx(zstd_contexts(where).in, to.room.data(), static_cast<std::size_t>(to.room.count()), from.data(),
                        from.size(), codec.level);
  if (ZSTD_isError(got)) throw Error(ErrorKind::resource, text(where, ": Zstandard: ", ZSTD_getErrorName(got)));
  to.size = static_cast<std::int64_t>(got);
  return to;
}

std::int64_t decode_zstd(In from, Out to, std::string_view where) {
  const std::size_t got = ZSTD_decompressDCtx(zstd_contexts(where).out, to.data(), to.size(), from.data(), from.size());
  if (ZSTD_isError(got)) fail_broken(where, ZSTD_getErrorName(got));
  return static_cast<std::int64_t>(got);
}

Filled encode_blosc(const Codec& codec, In from, std::string_view where) {
  require_below(byte_count(from), BLOSC_MAX_BUFFERSIZE, where, "blosc");
  Filled to{Buffer<std::byte>(byte_count(from) + BLOSC_MAX_OVERHEAD), 0};
  const int got = blosc_compress_ctx(codec.level, codec.shuffle, static_cast<std::size_t>(codec.item), from.size(),
                                     from.data(), to.room.data(), static_cast<std::size_t>(to.room.count()),
                                     codec.inner.c_str(), static_cast<std::size_t>(codec.block), 1);
  if (got <= 0) throw Error(ErrorKind::resource, text(where, ": blosc cannot compress with ", codec.inner));
  to.size = got;
  return to;
}

std::int64_t decode_blosc(In from, Out to, std::string_view where) {
  std::size_t bytes = 0;
  if (blosc_cbuffer_validate(from.data(), from.size(), &bytes) != 0 || bytes > to.size())
    fail_broken(where, "no blosc buffer of that size");
  if (bytes == 0) return 0;
  const int got = blosc_decompress_ctx(from.data(), to.data(), to.size(), 1);
  if (got < 0) fail_broken(where, "blosc");
  return got;
}

constexpr std::int64_t zlib_limit = std::numeric_limits<std::uint32_t>::max() / 2;

Filled encode_deflate(const Codec& codec, In from, std::string_view where) {
  require_below(byte_count(from), zlib_limit, where, "zlib");
  z_stream stream{};
  if (deflateInit2(&stream, codec.level, Z_DEFLATED, codec.zlib ? 15 : 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error(ErrorKind::resource, text(where, ": zlib cannot start"));
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, deflateEnd);
  Filled to{Buffer<std::byte>(static_cast<std::int64_t>(deflateBound(&stream, from.size()))), 0};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(from.data()));
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.room.data());
  stream.avail_out = static_cast<uInt>(to.room.count());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw Error(ErrorKind::resource, text(where, ": zlib fails"));
  to.size = to.room.count() - stream.avail_out;
  return to;
}

std::int64_t decode_deflate(In from, Out to, std::string_view where) {
  require_below(std::max(byte_count(from), byte_count(to)), zlib_limit, where, "zlib");
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 32) != Z_OK) throw Error(ErrorKind::resource, text(where, ": zlib cannot start"));
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(from.data()));
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.data());
  stream.avail_out = static_cast<uInt>(to.size());
  const int code = inflate(&stream, Z_FINISH);
  if (code != Z_STREAM_END || stream.avail_in != 0) fail_broken(where, stream.msg ? stream.msg : "zlib");
  return byte_count(to) - stream.avail_out;
}

Filled encode_sum(In from) {
  Filled to{Buffer<std::byte>(byte_count(from) + sum_bytes), byte_count(from) + sum_bytes};
  const std::uint32_t sum = crc32c(from);
  std::memcpy(to.room.data(), from.data(), from.size());
  std::memcpy(to.room.data() + from.size(), &sum, sizeof sum);
  return to;
}

In without_sum(In from, std::string_view where) {
  if (byte_count(from) < sum_bytes) fail_broken(where, "too short for its check sum");
  std::uint32_t sum = 0;
  const In rest = from.first(from.size() - sizeof sum);
  std::memcpy(&sum, from.data() + rest.size(), sizeof sum);
  if (crc32c(rest) != sum) fail_broken(where, "its check sum is wrong");
  return rest;
}

Filled encode_one(const Codec& codec, In from, std::string_view where) {
  switch (codec.kind) {
    case CodecKind::blosc:
      return encode_blosc(codec, from, where);
    case CodecKind::zstd:
      return encode_zstd(codec, from, where);
    case CodecKind::deflate:
      return encode_deflate(codec, from, where);
    case CodecKind::crc32c:
      break;
  }
  return encode_sum(from);
}

std::int64_t decode_one(const Codec& codec, In from, Out to, std::string_view where) {
  if (codec.kind == CodecKind::blosc) return decode_blosc(from, to, where);
  if (codec.kind == CodecKind::zstd) return decode_zstd(from, to, where);
  return decode_deflate(from, to, where);
}

std::string_view word_of(const Codec& codec) {
  switch (codec.kind) {
    case CodecKind::blosc:
      return "blosc";
    case CodecKind::zstd:
      return "zstd";
    case CodecKind::deflate:
      return codec.zlib ? "zlib" : "gzip";
    case CodecKind::crc32c:
      break;
  }
  return "crc32c";
}

}  // namespace

std::string codec_names(std::span<const Codec> codecs) {
  std::string words;
  for (const Codec& codec : codecs) words += text(words.empty() ? "" : "+", word_of(codec));
  return words.empty() ? "none" : words;
}

std::int64_t expansion_limit(std::span<const Codec> codecs) {
  constexpr std::int64_t most = 32768;  // Zstandard: a block of 128 KiB takes at least 4 bytes; the others give less
  std::int64_t limit = 1;
  for (const Codec& codec : codecs)
    if (codec.kind != CodecKind::crc32c) limit = std::min(limit * most, most * most);
  return limit;
}

Filled encode(std::span<const Codec> codecs, In plain, std::string_view where) {
  if (codecs.empty()) {
    Filled copy{Buffer<std::byte>(byte_count(plain)), byte_count(plain)};
    std::memcpy(copy.room.data(), plain.data(), plain.size());
    return copy;
  }
  Filled now = encode_one(codecs[0], plain, where);
  for (const Codec& codec : codecs.subspan(1)) now = encode_one(codec, now.bytes(), where);
  return now;
}

void decode(std::span<const Codec> codecs, In stored, Out plain, std::string_view where) {
  // No codec makes of bytes that were the plain ones more than this.
  const std::int64_t most = byte_count(plain) + byte_count(plain) / 64 + 65536;
  Filled kept;
  In now = stored;
  for (std::size_t i = codecs.size(); i-- > 0;) {
    if (codecs[i].kind == CodecKind::crc32c) {
      now = without_sum(now, where);
      continue;
    }
    if (i == 0) {
      if (decode_one(codecs[0], now, plain, where) != byte_count(plain)) fail_broken(where, "it gives too few bytes");
      return;
    }
    Filled next{Buffer<std::byte>(most), 0};
    next.size = decode_one(codecs[i], now, {next.room.data(), static_cast<std::size_t>(most)}, where);
    kept = std::move(next);
    now = kept.bytes();
  }
  if (now.size() != plain.size())
    throw Error(ErrorKind::io, text(where, ": holds ", now.size(), " bytes, not the ", plain.size(), " of a chunk"));
  std::memcpy(plain.data(), now.data(), now.size());
}

}  // namespace preamar::io
