// Macros that pieces of text use.
#pragma once

#include "program.h"
#include "refusals.h"

#include <clang/Frontend/ASTUnit.h>

#include <string>
#include <vector>

namespace preamar::convert {

// Their definitions, those that others use first: of the file as they stand there, of the system's headers as the
// constant that they come to. Refuses macros of the system with arguments, and conditions within the text.
[[nodiscard]] std::vector<Macro> macros_in(const std::vector<clang::SourceRange>& pieces, clang::ASTUnit& unit,
                                           Refusals& refusals);

}  // namespace preamar::convert
