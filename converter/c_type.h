// Types of C as the project's own.
#pragma once

#include "program.h"

#include <clang/AST/ASTContext.h>

#include <optional>

namespace preamar::convert {

// Of a number; none for any other type, and for numbers that no image has.
[[nodiscard]] std::optional<DType> dtype_of(clang::QualType type, const clang::ASTContext& context);
// Of a number or a struct, whose fields are the numbers and arrays of numbers in it; none for any other.
[[nodiscard]] std::optional<Type> type_of(clang::QualType type, const clang::ASTContext& context);

}  // namespace preamar::convert
