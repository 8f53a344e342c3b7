// Options in error texts. The library writes a setting as `name=value`, in backquotes; each interface shows it in its
// own notation: --name value on the command line, name="value" in Python.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace preamar {

[[nodiscard]] inline std::string setting(std::string_view name, std::string_view value) {
  std::string words = "`";
  return words.append(name).append("=").append(value).append("`");
}

// The text, each setting in it replaced by show(name, value).
template <class Show>
[[nodiscard]] std::string with_settings(std::string_view words, Show show) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
  std::string shown;
  while (true) {
    const std::size_t begin = words.find('`');
    const std::size_t end = begin == words.npos ? words.npos : words.find('`', begin + 1);
    if (end == words.npos) return shown.append(words);
    const std::string_view inner = words.substr(begin + 1, end - begin - 1);
    const std::size_t sign = inner.find_first_not_of(letters);
    const bool is_setting = sign != inner.npos && sign > 0 && inner[sign] == '=';
    shown.append(words.substr(0, begin));
    if (is_setting)
      shown.append(show(inner.substr(0, sign), inner.substr(sign + 1)));
    else
      shown.append("`");
    words.remove_prefix(is_setting ? end + 1 : begin + 1);
  }
}

// As "--nan ignore", "--overwrite" for true and "--no-lock" for false.
[[nodiscard]] inline std::string in_command_notation(std::string_view words) {
  return with_settings(words, [](std::string_view name, std::string_view value) {
    std::string option = value == "false" ? "--no-" : "--";
    for (const char letter : name) option += letter == '_' ? '-' : letter;
    if (value != "true" && value != "false") option.append(" ").append(value);
    return option;
  });
}

// As nan="ignore", overwrite=True, block=(64, 64) and connectivity=2.
[[nodiscard]] inline std::string in_python_notation(std::string_view words) {
  return with_settings(words, [](std::string_view name, std::string_view value) {
    const std::string option = std::string(name) + "=";
    if (value == "true" || value == "false") return option + (value == "true" ? "True" : "False");
    if (name == "block") {
      std::string numbers(value);
      for (std::size_t comma = 0; (comma = numbers.find(',', comma)) != numbers.npos; comma += 2)
        numbers.replace(comma, 1, ", ");
      return option + "(" + numbers + ")";
    }
    const bool is_number = std::ranges::all_of(value, [](char letter) { return letter >= '0' && letter <= '9'; });
    if (is_number) return option + std::string(value);
    // Python takes bytes: 29M is 29 << 20.
    if (name == "memory" && value.ends_with('M'))
      return option + std::string(value.substr(0, value.size() - 1)) + " << 20";
    return option + "\"" + std::string(value) + "\"";
  });
}

}  // namespace preamar
