// The names of declarations, and where they come from.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>

namespace preamar::convert {

// A name in the form of messages.
[[nodiscard]] inline std::string quoted(const clang::NamedDecl& named) { return "'" + named.getNameAsString() + "'"; }
// True if the file is not a system header.
[[nodiscard]] bool is_of_user(clang::SourceLocation at, const clang::ASTContext& context);
// The body of a function outside system headers; null if there is none.
[[nodiscard]] const clang::FunctionDecl* own_definition(const clang::FunctionDecl& function);
// True for the prelude's function that adds to one counter.
[[nodiscard]] bool is_atomic_add(const clang::FunctionDecl& function);

}  // namespace preamar::convert
