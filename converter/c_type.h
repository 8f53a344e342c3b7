// Maps C types to the project's types.
#pragma once

#include "program.h"

#include <clang/AST/ASTContext.h>

#include <optional>

namespace preamar::convert {

// The dtype of a number; empty for any other type, and for numbers that no image has.
[[nodiscard]] std::optional<DType> dtype_of(clang::QualType type, const clang::ASTContext& context);
// The type of a number or a struct, whose fields are numbers and arrays of numbers; empty for any other.
[[nodiscard]] std::optional<Type> type_of(clang::QualType type, const clang::ASTContext& context);

}  // namespace preamar::convert
