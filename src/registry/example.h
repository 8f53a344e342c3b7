// What a row's example gives for its options. In the header, since programs that see only what the library exports
// include it too.
#pragma once

#include <preamar/operator.h>

#include <sstream>
#include <string>
#include <string_view>

namespace preamar {

// "10" for the option NAME of "... --NAME 10 ..."; empty where the example gives nothing.
[[nodiscard]] inline std::string example_value(const Operator& op, std::string_view name) {
  std::istringstream words{std::string(op.example)};
  const std::string wanted = "--" + std::string(name);
  for (std::string word; words >> word;)
    if (word == wanted && words >> word) return word;
  return "";
}

// `given`, and for what must be given and was not, what the operator's example gives.
[[nodiscard]] inline Values options_for(const Operator& op, const Values& given = {}) {
  Values options = given;
  for (const Option& option : op.options)
    if (!options.contains(option.name) && is_required(option))
      options.emplace(option.name, parse_value(op, option, example_value(op, option.name)));
  return options;
}

}  // namespace preamar
