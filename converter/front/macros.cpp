#include "front/macros.h"

#include "origin.h"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/StringSet.h>

#include <set>

namespace preamar::convert {
namespace {

class Macros {
 public:
  Macros(clang::ASTUnit& unit, Refusals& refusals)
      : context_(unit.getASTContext()),
        sources_(unit.getSourceManager()),
        preprocessor_(unit.getPreprocessor()),
        refusals_(refusals) {}

  void look_at(clang::SourceRange piece) {
    const auto [file, begin] = sources_.getDecomposedLoc(piece.getBegin());
    const llvm::StringRef text = sources_.getBufferData(file);
    clang::Lexer lexer(sources_.getLocForStartOfFile(file), context_.getLangOpts(), text.begin(), text.begin() + begin,
                       text.end());
    clang::Token token;
    while (!lexer.LexFromRawLexer(token) && !(piece.getEnd() < token.getLocation())) {
      if (token.is(clang::tok::hash) && token.isAtStartOfLine())
        refusals_.add(token.getLocation(), "a directive of the preprocessor stands within what is converted",
                      "move it out of the function, or choose by a constant");
      if (token.is(clang::tok::raw_identifier))
        need(preprocessor_.getIdentifierInfo(token.getRawIdentifier()), token.getLocation());
    }
  }

  std::vector<Macro> all;

 private:
  void need(const clang::IdentifierInfo* name, clang::SourceLocation at) {
    const clang::MacroInfo* macro = preprocessor_.getMacroInfo(name);
    if (macro == nullptr || is_everywhere(name->getName()) || !seen_.insert(name).second) return;
    if (!is_of_user(macro->getDefinitionLoc(), context_)) return take_constant(*name, *macro, at);
    for (const clang::Token& token : macro->tokens())
      if (const clang::IdentifierInfo* inner = token.getIdentifierInfo()) need(inner, at);
    const auto range = clang::CharSourceRange::getTokenRange(macro->getDefinitionLoc(), macro->getDefinitionEndLoc());
    all.push_back({name->getName().str(),
                   "#define " + clang::Lexer::getSourceText(range, sources_, context_.getLangOpts()).str() + "\n"});
  }

  // Defined in a system header.
  void take_constant(const clang::IdentifierInfo& name, const clang::MacroInfo& macro, clang::SourceLocation at) {
    const std::string value = expanded(macro, 0);
    if (macro.isFunctionLike() || value.empty())
      return refusals_.add(at, "'" + name.getName().str() + "' is a macro of the system's headers",
                           "write what it does as a function of this file");
    const std::string word = name.getName().str();
    all.push_back({word, "#ifndef " + word + "\n#define " + word + " " + value + "\n#endif\n"});
  }

  // The expansion of an object-like macro; empty if it contains more than literals and operators.
  [[nodiscard]] std::string expanded(const clang::MacroInfo& macro, int depth) const {
    std::string text;
    for (const clang::Token& token : macro.tokens()) {
      const clang::IdentifierInfo* name = token.getIdentifierInfo();
      if (name == nullptr) {
        text += (text.empty() ? "" : " ") + preprocessor_.getSpelling(token);
        continue;
      }
      const clang::MacroInfo* inner = preprocessor_.getMacroInfo(name);
      const std::string value = inner && inner->isObjectLike() && depth < 8 ? expanded(*inner, depth + 1) : "";
      if (value.empty()) return "";
      text += (text.empty() ? "" : " ") + value;
    }
    return text;
  }

  // Words that all targets know, or that headers happen to define as macros.
  static bool is_everywhere(llvm::StringRef name) {
    static const llvm::StringSet<> names{"bool",  "true",  "false",    "NAN",    "INFINITY",
                                         "isnan", "isinf", "isfinite", "signbit"};
    return names.contains(name);
  }

  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  clang::Preprocessor& preprocessor_;
  Refusals& refusals_;
  std::set<const clang::IdentifierInfo*> seen_;
};

}  // namespace

std::vector<Macro> macros_in(const std::vector<clang::SourceRange>& pieces, clang::ASTUnit& unit, Refusals& refusals) {
  Macros macros(unit, refusals);
  for (const clang::SourceRange piece : pieces) macros.look_at(piece);
  return macros.all;
}

}  // namespace preamar::convert
