#include "checks/checks.h"

#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace preamar::convert {

void check_values(const Marked& marked, const std::vector<Warning>& warnings, clang::ASTContext& context,
                  Refusals& refusals) {
  const clang::SourceManager& sources = context.getSourceManager();
  for (const Warning& warning : warnings) {
    const clang::SourceLocation at = sources.getExpansionLoc(warning.at);
    const bool is_reached = std::ranges::any_of(marked.functions, [&](const clang::FunctionDecl* function) {
      const clang::SourceRange range = sources.getExpansionRange(function->getSourceRange()).getAsRange();
      return !sources.isBeforeInTranslationUnit(at, range.getBegin()) &&
             !sources.isBeforeInTranslationUnit(range.getEnd(), at);
    });
    if (is_reached) refusals.add(at, warning.what, warning.instead);
  }
}

}  // namespace preamar::convert
