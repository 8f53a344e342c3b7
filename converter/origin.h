// Where declarations come from.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

namespace preamar::convert {

// True where the file does not come from the system.
[[nodiscard]] bool is_of_user(clang::SourceLocation at, const clang::ASTContext& context);
// True for the function of the prelude that adds to one counter.
[[nodiscard]] bool is_atomic_add(const clang::FunctionDecl& function);

}  // namespace preamar::convert
