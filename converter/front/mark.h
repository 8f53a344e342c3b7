// The words of a mark: "preamar::stencil border=constant beyond=0".
#pragma once

#include "program.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::convert {

struct Mark {
  std::optional<Skeleton> skeleton;            // none for an unknown word
  std::string word;                            // "stencil"
  std::map<std::string, std::string> options;  // "border": "constant"
  std::vector<std::string> odd_words;          // that are no option of this skeleton
};

// None where the text does not begin with "preamar::".
[[nodiscard]] std::optional<Mark> read_mark(std::string_view text);

[[nodiscard]] std::optional<Border> border_named(std::string_view name);
[[nodiscard]] std::optional<DType> dtype_named(std::string_view name);
[[nodiscard]] std::optional<double> number_in(const std::string& text);

}  // namespace preamar::convert
