#include "io/uuid.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace preamar::io {
namespace {

using State = std::array<std::uint32_t, 5>;

std::uint32_t word_at(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

void add_block(State& state, const std::uint8_t* block) {
  std::array<std::uint32_t, 80> w{};
  for (std::size_t i = 0; i < 16; ++i) w[i] = word_at(block + 4 * i);
  for (std::size_t i = 16; i < 80; ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  auto [a, b, c, d, e] = state;
  for (std::size_t i = 0; i < 80; ++i) {
    const std::uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
    constexpr std::array<std::uint32_t, 4> k = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    const std::uint32_t next = std::rotl(a, 5) + f + e + k[i / 20] + w[i];
    e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
}

// 6ba7b811-9dad-11d1-80b4-00c04fd430c8
constexpr std::array<std::uint8_t, 16> url_namespace = {0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1,
                                                        0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};

}  // namespace

std::array<std::uint8_t, 20> sha1(std::string_view bytes) {
  State state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::size_t whole = bytes.size() / 64 * 64;
  for (std::size_t at = 0; at < whole; at += 64) add_block(state, data + at);
  // The rest, a 1 bit, zeros, and the length in bits.
  std::array<std::uint8_t, 128> last{};
  const std::size_t rest = bytes.size() - whole, end = rest < 56 ? 64 : 128;
  std::copy_n(data + whole, rest, last.begin());
  last[rest] = 0x80;
  for (std::size_t i = 0; i < 8; ++i)
    last[end - 1 - i] = static_cast<std::uint8_t>(std::uint64_t{bytes.size()} * 8 >> (8 * i));
  for (std::size_t at = 0; at < end; at += 64) add_block(state, last.data() + at);
  std::array<std::uint8_t, 20> digest{};
  for (std::size_t i = 0; i < 20; ++i) digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string uuid_of(std::string_view name) {
  std::string text(reinterpret_cast<const char*>(url_namespace.data()), url_namespace.size());
  std::array<std::uint8_t, 20> digest = sha1(text.append(name));
  digest[6] = (digest[6] & 0x0f) | 0x50;
  digest[8] = (digest[8] & 0x3f) | 0x80;
  std::string uuid;
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) uuid += '-';
    constexpr std::string_view digits = "0123456789abcdef";
    uuid += digits[digest[i] >> 4];
    uuid += digits[digest[i] & 15];
  }
  return uuid;
}

}  // namespace preamar::io
