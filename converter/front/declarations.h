// The declarations of the file that functions use, as sections of its text, in the order of the source.
#pragma once

#include "marked.h"

#include <clang/AST/ASTContext.h>

#include <set>
#include <string>
#include <vector>

namespace preamar::convert {

struct Declarations {
  std::vector<clang::SourceRange> types;      // structs, enumerations and typedefs
  std::vector<clang::SourceRange> constants;  // each with all names that it declares
  std::set<std::string> fixed_types;          // of stdint.h: "uint8_t"
};

[[nodiscard]] Declarations declarations_for(const std::vector<Marked>& all, clang::ASTContext& context);

// True for a name such as uint8_t, int64_t or bool.
[[nodiscard]] bool is_fixed_type(const std::string& name);

}  // namespace preamar::convert
