// The macros that sections of text use.
#pragma once

#include "program.h"
#include "refusals.h"

#include <clang/Frontend/ASTUnit.h>

#include <string>
#include <vector>

namespace preamar::convert {

// Their definitions, in order of dependence: those of the file as written, those of system headers as the constant to
// which they expand. Rejects system macros with arguments, and conditionals within the text.
[[nodiscard]] std::vector<Macro> macros_in(const std::vector<clang::SourceRange>& pieces, clang::ASTUnit& unit,
                                           Refusals& refusals);

}  // namespace preamar::convert
