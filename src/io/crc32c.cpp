#include "io/crc32c.h"

#include <array>
#include <cstring>

namespace preamar::io {
namespace {

constexpr int lanes = 8;  // bytes a step
using Tables = std::array<std::array<std::uint32_t, 256>, lanes>;

// Table k holds the sum of a byte that k further zero bytes follow, so that eight bytes are eight look-ups.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? sum >> 1 ^ 0x82f63b78u : sum >> 1;
    tables[0][byte] = sum;
  }
  for (std::size_t k = 1; k < lanes; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 255];
  return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) noexcept {
  std::uint32_t sum = ~0u;
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  for (; end - at >= lanes; at += lanes) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    word ^= sum;
    sum = 0;
    for (std::size_t k = 0; k < lanes; ++k) sum ^= tables[lanes - 1 - k][word >> (8 * k) & 255];
  }
  for (; at != end; ++at) sum = sum >> 8 ^ tables[0][(sum ^ static_cast<std::uint32_t>(*at)) & 255];
  return ~sum;
}

}  // namespace preamar::io
