// Text templates with placeholders: the parts of a project's files.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace preamar::convert {

using Values = std::map<std::string, std::string, std::less<>>;

// A value that is empty unless `holds`.
[[nodiscard]] std::string when(bool holds, std::string value = "yes");

// The text of converter/templates/NAME.in, embedded by the build.
[[nodiscard]] std::string_view template_named(std::string_view name);

// Replaces @place@ by the value of that name. A line that begins with @place?@ is kept, without that word, only if the
// value is not empty. In such a line a missing value counts as empty; elsewhere it is an error.
[[nodiscard]] std::string fill(std::string_view text, const Values& values);

}  // namespace preamar::convert
