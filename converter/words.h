// The words of sources, files and the command line for kinds of functions, borders, targets and positions.
#pragma once

#include "program.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace preamar::convert {

// In the order of the enumerations.
inline constexpr std::string_view skeleton_words[] = {"map", "stencil", "reduce", "histogram"};
inline constexpr std::string_view border_words[] = {"nearest", "reflect", "constant", "wrap"};
inline constexpr std::string_view target_words[] = {"cpp", "opencl", "cuda"};

// Words for the axes of a volume, planes first.
inline constexpr std::string_view position_words[] = {"z", "y", "x"};
inline constexpr std::string_view extent_words[] = {"depth", "height", "width"};

// The position that an unmarked parameter of this name means.
[[nodiscard]] inline std::optional<Role> position_named(std::string_view name) {
  if (name == "i" || name == "index") return Role::index;
  if (name == "x" || name == "column") return Role::x;
  if (name == "y" || name == "row") return Role::y;
  if (name == "z") return Role::z;
  return {};
}

[[nodiscard]] inline std::string name_of(Skeleton skeleton) {
  return std::string(skeleton_words[static_cast<std::size_t>(skeleton)]);
}
[[nodiscard]] inline std::string name_of(Border border) {
  return std::string(border_words[static_cast<std::size_t>(border)]);
}
[[nodiscard]] inline std::string name_of(Target target) {
  return std::string(target_words[static_cast<std::size_t>(target)]);
}

// The enumerator of a word.
template <class Enumeration>
[[nodiscard]] std::optional<Enumeration> named(std::span<const std::string_view> words, std::string_view word) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<Enumeration>(i);
  return {};
}

}  // namespace preamar::convert
