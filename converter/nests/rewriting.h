// Edits the text of a function to make it a per-pixel function.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace preamar::convert {

// From the first character to just after the last, in the file of the function.
using Span = std::pair<unsigned, unsigned>;

class Rewriting {
 public:
  Rewriting(const clang::FunctionDecl& function, const clang::ASTContext& context);

  // Throws Obstacle if a macro produces the text and more.
  [[nodiscard]] Span span_of(const clang::Stmt& statement) const;
  [[nodiscard]] Span span_of(const clang::VarDecl& variable) const;
  // Including its semicolon.
  [[nodiscard]] Span statement_span(const clang::Stmt& statement) const;

  // If changes overlap, the longer one applies.
  void replace(Span span, std::string text) { edits_.push_back({span, std::move(text)}); }
  // Removes the whole line if nothing else is on it.
  void erase_line(Span span);
  // Removes some of several names from a declaration.
  void erase_names(const clang::DeclStmt& declaration, const std::vector<const clang::VarDecl*>& names);

  // The current text, with lines indented by two spaces, and without empty lines at the ends.
  [[nodiscard]] std::string text(Span span) const;
  // The text between the braces.
  [[nodiscard]] Span inner(const clang::CompoundStmt& block) const;
  // The source text.
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
