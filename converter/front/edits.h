// Changes to the text of a source, stored separately, so that each target has its own.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

#include <string>
#include <vector>

namespace preamar::convert {

class Edits {
 public:
  explicit Edits(const clang::ASTContext& context)
      : sources_(context.getSourceManager()), language_(context.getLangOpts()) {}

  // The text from the first position up to the second. Both are in one file; changes do not overlap.
  void replace(clang::SourceLocation begin, clang::SourceLocation end, std::string text);
  void insert(clang::SourceLocation at, std::string text) { replace(at, at, std::move(text)); }
  void replace_token(clang::SourceLocation at, std::string text) { replace(at, after(at), std::move(text)); }
  // A token and the space after it.
  void erase_word(clang::SourceLocation at);

  // The position after the token that begins here.
  [[nodiscard]] clang::SourceLocation after(clang::SourceLocation token) const;
  // The text from the first token to the last, with all changes applied.
  [[nodiscard]] std::string text(clang::SourceRange tokens) const;
  // The text of the whole file.
  [[nodiscard]] std::string text(clang::FileID file) const;

 private:
  struct Edit {
    clang::SourceLocation begin, end;
    std::string text;
  };
  [[nodiscard]] std::string text(clang::SourceLocation begin, clang::SourceLocation end) const;

  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  std::vector<Edit> all_;
};

}  // namespace preamar::convert
