#include "origin.h"

#include "prelude.h"

#include <clang/Basic/SourceManager.h>

namespace preamar::convert {

bool is_of_user(clang::SourceLocation at, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation place = sources.getExpansionLoc(at);
  return place.isValid() && !sources.isInSystemHeader(place) && !sources.isWrittenInBuiltinFile(place) &&
         !sources.getFilename(place).ends_with(prelude_name);
}

const clang::FunctionDecl* own_definition(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* body = function.getDefinition();
  return body && is_of_user(body->getLocation(), function.getASTContext()) ? body : nullptr;
}

bool is_atomic_add(const clang::FunctionDecl& function) {
  return function.getNameAsString() == "atomicAdd" &&
         function.getASTContext().getSourceManager().getFilename(function.getLocation()).ends_with(prelude_name);
}

}  // namespace preamar::convert
