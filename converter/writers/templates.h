// Texts with places to fill in: what the files of a project are made of.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace preamar::convert {

using Values = std::map<std::string, std::string, std::less<>>;

// A value that is empty unless `holds`.
[[nodiscard]] std::string when(bool holds, std::string value = "yes");

// The text of converter/templates/NAME.in, which the build put into the library.
[[nodiscard]] std::string_view template_named(std::string_view name);

// @place@ becomes the value of that name. A line that begins with @place?@ is kept, without that word, only where the
// value is not empty; a value that is not there counts as empty in such a line, and is an error elsewhere.
[[nodiscard]] std::string fill(std::string_view text, const Values& values);

}  // namespace preamar::convert
