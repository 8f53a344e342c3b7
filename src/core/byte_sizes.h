// Amounts of memory in words, which every interface accepts.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace preamar {

inline constexpr std::string_view byte_sizes = "a size such as 4GiB or 4G (2^30), 4GB (10^9) or 1000000";

// Bytes: "4G" and "4GiB" are 4 * 2^30, "4GB" is 4 * 10^9, "1000000" has no unit; also K, M and T, in either case.
// Empty if the word is none of these or does not fit into 64 bits.
[[nodiscard]] inline std::optional<std::int64_t> bytes_from(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  std::int64_t number = 0;
  if (std::from_chars(word.data(), word.data() + digits, number).ec != std::errc{}) return {};
  std::string unit;
  for (const char letter : word.substr(digits))
    unit += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  if (unit.empty() || unit == "B") return number;
  constexpr std::string_view letters = "KMGT";
  const std::size_t power = letters.find(unit.front()) + 1;  // 0 if there is no such letter
  const std::string_view ending = std::string_view(unit).substr(1);
  if (power == 0 || !(ending.empty() || ending == "B" || ending == "IB")) return {};
  const std::int64_t factor = ending == "B" ? 1000 : 1024;
  for (std::size_t i = 0; i < power; ++i) {
    if (number > INT64_MAX / factor) return {};
    number *= factor;
  }
  return number;
}

// The amount in the largest unit of which it is a multiple, as users write it: "4G", "1K", "4GB" or "1234567"; of more
// than 2^20 bytes that have no such unit, the whole MiB below: "5952M".
[[nodiscard]] inline std::string size_text(std::int64_t bytes) {
  for (const auto& [factor, ending] : {std::pair(std::int64_t{1024}, ""), std::pair(std::int64_t{1000}, "B")}) {
    std::int64_t number = bytes;
    std::size_t power = 0;
    while (number > 0 && number % factor == 0 && power < 4) number /= factor, ++power;
    if (power > 0) return std::to_string(number) + "KMGT"[power - 1] + ending;
  }
  return bytes > (1 << 20) ? std::to_string(bytes >> 20) + "M" : std::to_string(bytes);
}

// Rounded up, in the form of --memory: "412M".
[[nodiscard]] inline std::string megabytes(std::int64_t bytes) {
  const std::int64_t mebibyte = 1 << 20;
  return std::to_string(bytes / mebibyte + (bytes % mebibyte != 0)) + "M";
}

}  // namespace preamar
