// The names of user functions in converted code.
#pragma once

#include "program.h"

#include <clang/AST/Decl.h>

#include <string>

namespace preamar::convert {

// Its own name or, if the target's language already has that, a name that does not occur in the source.
[[nodiscard]] std::string name_in(Target target, const clang::FunctionDecl& function);

}  // namespace preamar::convert
