// What declarations are called, and where they come from.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>

namespace preamar::convert {

// A name as messages show it.
[[nodiscard]] inline std::string quoted(const clang::NamedDecl& named) { return "'" + named.getNameAsString() + "'"; }
// True where the file does not come from the system.
[[nodiscard]] bool is_of_user(clang::SourceLocation at, const clang::ASTContext& context);
// The body of a function that does not come from the system; null where there is none.
[[nodiscard]] const clang::FunctionDecl* own_definition(const clang::FunctionDecl& function);
// True for the function of the prelude that adds to one counter.
[[nodiscard]] bool is_atomic_add(const clang::FunctionDecl& function);

}  // namespace preamar::convert
