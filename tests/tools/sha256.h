// SHA-256 (FIPS 180-4), to store the bytes of an image in one line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace preamar::test {

class Sha256 {
 public:
  void add(std::span<const std::byte> bytes);
  // In hexadecimal; nothing can be added afterwards.
  [[nodiscard]] std::string finish();

 private:
  void take_block(const std::byte* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> waiting_{};
  std::uint64_t length_ = 0;  // in bytes
};

[[nodiscard]] std::string sha256(std::span<const std::byte> bytes);

}  // namespace preamar::test
