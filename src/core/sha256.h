// SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace preamar {

using Sha256Digest = std::array<std::byte, 32>;

class Sha256 {
 public:
  void add(std::span<const std::byte> bytes);
  // Nothing can be added afterwards.
  [[nodiscard]] Sha256Digest finish();

 private:
  void take_block(const std::byte* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> waiting_{};
  std::uint64_t length_ = 0;  // in bytes
};

// In hexadecimal.
[[nodiscard]] std::string sha256(std::span<const std::byte> bytes);
[[nodiscard]] std::string hexadecimal(std::span<const std::byte> bytes);
// HMAC (RFC 2104) with SHA-256.
[[nodiscard]] Sha256Digest hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> message);

}  // namespace preamar
