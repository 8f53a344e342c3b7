// What functions of the user are called in converted code.
#pragma once

#include "program.h"

#include <clang/AST/Decl.h>

#include <string>

namespace preamar::convert {

// Its own name; or, where the target's language has that already, another that stands nowhere in the source.
[[nodiscard]] std::string name_in(Target target, const clang::FunctionDecl& function);

}  // namespace preamar::convert
