#include "writers/format.h"

#include <clang/Format/Format.h>
#include <llvm/Support/Error.h>

#include <stdexcept>

namespace preamar::convert {

std::string formatted(const std::string& text, const std::string& name) {
  clang::format::FormatStyle style = clang::format::getGoogleStyle(clang::format::FormatStyle::LK_Cpp);
  style.ColumnLimit = 100;
  style.DerivePointerAlignment = false;
  style.MaxEmptyLinesToKeep = 1;
  const clang::tooling::Range all(0, static_cast<unsigned>(text.size()));
  auto changed = clang::tooling::applyAllReplacements(text, clang::format::reformat(style, text, {all}, name));
  if (!changed) throw std::runtime_error(name + ": " + llvm::toString(changed.takeError()));
  return *changed;
}

}  // namespace preamar::convert
