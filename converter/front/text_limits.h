// What is kept from the compiler. It calls itself for each part of an expression and for each else, so that a text that
// no one writes by hand would end it by a full stack; macros that use others twice would keep it for years; and over a
// :: that stands where only C++ has one, Clang 19 never ends.
#pragma once

#include <string>
#include <vector>

namespace preamar::convert {

inline constexpr int longest_statement = 2000;  // words and signs, after macros were put in
inline constexpr int most_elses = 500;          // in one function
inline constexpr int longest_text = 4000000;    // words and signs, headers included

// Throws Refused where `text`, a file at `path`, goes beyond them. What is no C is left to the compiler.
void check_limits(const std::string& text, const std::string& path, const std::vector<std::string>& flags);

}  // namespace preamar::convert
