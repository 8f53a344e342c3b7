// Turns functions with loops over pixels into per-pixel functions, which the other parts of the converter accept.
#pragma once

#include "nests/lines.h"
#include "program.h"
#include "refusals.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>
#include <vector>

namespace preamar::convert {

struct Extraction {
  std::string loop;           // the name of the function with the loops
  std::string description;    // "a stencil of 3 x 3 over 'in'"
  std::string text;           // C: the marked functions
  clang::SourceLocation at;   // of the function's name
  clang::SourceLocation end;  // its closing brace
  unsigned behind = 0;        // the position in the file of the inserted text: after the function
};

// Definitions in the main file that are marked [[clang::annotate("preamar::loop")]].
[[nodiscard]] std::vector<const clang::FunctionDecl*> marked_loops(const clang::ASTContext& context);
// Other definitions in the main file without a mark that have a for loop and an array or a pointer to numbers.
[[nodiscard]] std::vector<const clang::FunctionDecl*> possible_loops(const clang::ASTContext& context);

// Throws Refused for functions that cannot be extracted.
[[nodiscard]] std::vector<Extraction> extract_loops(const std::vector<const clang::FunctionDecl*>& functions,
                                                    clang::ASTContext& context, Refusals& refusals);

[[nodiscard]] Suggestions suggestions(const std::vector<const clang::FunctionDecl*>& functions,
                                      clang::ASTContext& context);

// The file with each text inserted at its position, on separate lines.
[[nodiscard]] std::string with_extracted(const std::string& file, const std::vector<Extraction>& extracted);

[[nodiscard]] std::vector<Inserted> inserted_lines(const std::vector<Extraction>& extracted,
                                                   const clang::SourceManager& sources);

}  // namespace preamar::convert
