#include "core/digest.h"

#include "core/rows.h"

#include <array>
#include <bit>
#include <cstring>
#include <vector>

namespace preamar {
namespace {

constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
constexpr std::size_t lanes = 4;                   // independent chains, so that multiplications overlap
constexpr std::size_t digest_step = lanes * sizeof(std::uint64_t);

std::uint64_t mixed(std::uint64_t state, std::uint64_t word) { return std::rotl((state ^ word) * odd, 29); }

// The finaliser of MurmurHash3: every input bit affects every output bit.
std::uint64_t scattered(std::uint64_t state) {
  state = (state ^ state >> 33) * 0xFF51AFD7ED558CCD;
  state = (state ^ state >> 33) * 0xC4CEB9FE1A85EC53;
  return state ^ state >> 33;
}

std::uint64_t word_at(const std::byte* from, std::size_t bytes = sizeof(std::uint64_t)) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

}  // namespace

std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::array<std::uint64_t, lanes> state = {seed, seed + odd, seed ^ ~odd, ~seed};
  std::size_t at = 0;
  for (; at + digest_step <= bytes.size(); at += digest_step)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      state[lane] = mixed(state[lane], word_at(bytes.data() + at + lane * sizeof(std::uint64_t)));
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : state) sum = mixed(sum, scattered(lane));
  for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t))
    sum = mixed(sum, word_at(bytes.data() + at));
  if (at < bytes.size()) sum = mixed(sum, word_at(bytes.data() + at, bytes.size() - at));
  return scattered(sum);
}

std::uint64_t digest(ConstImageView image, std::uint64_t seed) {
  std::uint64_t sum = mixed(seed, static_cast<std::uint64_t>(image.dtype()));
  for (int axis = 0; axis < image.rank(); ++axis) sum = mixed(sum, static_cast<std::uint64_t>(image.shape()[axis]));
  if (image.shape().count() == 0) return scattered(sum);
  const std::int64_t size = size_of(image.dtype()), length = row_length(image.shape());
  const auto bytes = static_cast<std::size_t>(length * size);
  std::vector<std::byte> packed(row_stride(image) == size ? 0 : bytes);
  for (std::int64_t i = 0; i < row_count(image.shape()); ++i) {
    const std::byte* from = row(image, i);
    if (!packed.empty()) {
      for (std::int64_t x = 0; x < length; ++x)
        std::memcpy(packed.data() + x * size, from + x * row_stride(image), static_cast<std::size_t>(size));
      from = packed.data();
    }
    sum = digest({from, bytes}, sum);
  }
  return sum;
}

std::string hex(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); number != 0; number >>= 4) digits[--i] = "0123456789abcdef"[number & 15];
  return digits;
}

}  // namespace preamar
