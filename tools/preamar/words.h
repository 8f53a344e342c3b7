// Single words of a command line: numbers, amounts of memory, and how options are described.
#pragma once

#include <preamar/operator.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::cli {

// An integer of at least `lowest`; throws Error (call) that names `what`.
[[nodiscard]] std::int64_t parse_number(std::string_view what, std::string_view word, std::int64_t lowest,
                                        std::int64_t highest = INT64_MAX);
// Bytes, as bytes_from() parses them; throws Error (call) that names `what`.
[[nodiscard]] std::int64_t parse_bytes(std::string_view what, std::string_view word);

// Extents, as in "1024,4096"; throws Error (call) that names `what`.
[[nodiscard]] Shape parse_shape(std::string_view what, std::string_view word);

// Numbers, as in "0.1,0.6"; throws Error (call) that names `what` unless their count is one of `counts`.
[[nodiscard]] std::vector<double> parse_reals(std::string_view what, std::string_view word,
                                              const std::vector<std::size_t>& counts);

// What stands for the value of such an option in a help text; empty for a flag.
[[nodiscard]] std::string placeholder(const Option& option);
// The help of an option with its choices and its default.
[[nodiscard]] std::string description(const Option& option);

}  // namespace preamar::cli
