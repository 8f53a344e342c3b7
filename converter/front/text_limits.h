// Limits of the text that is given to the compiler. Clang recurses for each part of an expression and for each else, so
// generated text could overflow its stack. Macros that expand others twice could keep it busy for years. And Clang 19
// does not terminate on a :: where only C++ allows it.
#pragma once

#include <string>
#include <vector>

namespace preamar::convert {

inline constexpr int longest_statement = 2000;  // tokens after macro expansion
inline constexpr int most_elses = 500;          // in one function
inline constexpr int longest_text = 4000000;    // tokens, headers included

// Throws Refused if `text`, the file at `path`, exceeds a limit. Invalid C is left to the compiler.
void check_limits(const std::string& text, const std::string& path, const std::vector<std::string>& flags);

}  // namespace preamar::convert
