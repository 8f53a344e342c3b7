// Changes to the text of a function on its way to a function of a pixel.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace preamar::convert {

// From the first letter to just behind the last, in the file of the function.
using Span = std::pair<unsigned, unsigned>;

class Rewriting {
 public:
  Rewriting(const clang::FunctionDecl& function, const clang::ASTContext& context);

  // Throws Obstacle where a macro makes the text, and more than it.
  [[nodiscard]] Span span_of(const clang::Stmt& statement) const;
  [[nodiscard]] Span span_of(const clang::VarDecl& variable) const;
  // With its semicolon.
  [[nodiscard]] Span statement_span(const clang::Stmt& statement) const;

  // Where changes overlap, the longer one holds.
  void replace(Span span, std::string text) { edits_.push_back({span, std::move(text)}); }
  // Takes the whole line with it where nothing else stands there.
  void erase_line(Span span);
  // Takes some of several names out of a declaration.
  void erase_names(const clang::DeclStmt& declaration, const std::vector<const clang::VarDecl*>& names);

  // As it is now, with lines indented by two spaces, and without an empty line at either end.
  [[nodiscard]] std::string text(Span span) const;
  // What stands between the braces.
  [[nodiscard]] Span inner(const clang::CompoundStmt& block) const;
  // As the source has it.
  [[nodiscard]] std::string plain(Span span) const;

 private:
  struct Edit {
    Span span;
    std::string text;
  };
  [[nodiscard]] std::optional<Span> span(clang::SourceRange tokens) const;
  [[nodiscard]] Span whole_line(Span span) const;

  const clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  clang::FileID file_;
  llvm::StringRef buffer_;
  std::vector<Edit> edits_;
};

}  // namespace preamar::convert
