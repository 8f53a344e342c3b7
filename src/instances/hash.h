// Counter-based random numbers: a key and a counter give the number, so any pixel can be computed by itself.
#pragma once

#include <cstdint>
#include <string_view>

namespace preamar::painters {

using Key = std::uint64_t;

// Spreads every bit over all 64 (the finaliser of splitmix64).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The random number of `counter` for `key`. It can be the key of another sequence.
constexpr std::uint64_t draw(Key key, std::int64_t counter) {
  return mix(key + (static_cast<std::uint64_t>(counter) + 1) * 0x9e3779b97f4a7c15u);
}

constexpr std::uint64_t draw(Key key, std::int64_t a, std::int64_t b) { return draw(draw(key, a), b); }

constexpr Key key_of(std::string_view name) {
  Key key = 0;
  for (const char c : name) key = draw(key, static_cast<unsigned char>(c));
  return key;
}

// Field `i` of the four 16-bit fields of a number.
constexpr std::int64_t bits16(std::uint64_t number, int i) {
  return static_cast<std::int64_t>((number >> (16 * i)) & 0xffff);
}

}  // namespace preamar::painters
