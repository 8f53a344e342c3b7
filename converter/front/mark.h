// The parts of a mark: "preamar::stencil border=constant beyond=0".
#pragma once

#include "program.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::convert {

struct Mark {
  std::optional<Skeleton> skeleton;            // empty for an unknown word
  std::string word;                            // "stencil"
  std::map<std::string, std::string> options;  // "border": "constant"
  std::vector<std::string> odd_words;          // options that this kind does not have
  bool is_by_place = false;                    // parameters have the meaning of the older form, whatever their names
};

// Empty if the text does not begin with "preamar::".
[[nodiscard]] std::optional<Mark> read_mark(std::string_view text);

[[nodiscard]] std::optional<Border> border_named(std::string_view name);
[[nodiscard]] std::optional<DType> dtype_named(std::string_view name);
// What a parameter marked "preamar::NAME" receives.
[[nodiscard]] std::optional<Role> role_named(std::string_view name);
// "blur(in,result,width,height)".
[[nodiscard]] std::optional<LoopCall> loop_in(const std::string& text);
// "1,1,1,1": rows above and below, columns left and right; or six, with planes first.
[[nodiscard]] std::optional<std::array<std::int64_t, 6>> margin_in(const std::string& text);
// "480,640": integers in a range; empty if one is not.
[[nodiscard]] std::vector<std::int64_t> numbers_in(const std::string& text, double least, double most);
[[nodiscard]] std::optional<double> number_in(const std::string& text);

}  // namespace preamar::convert
