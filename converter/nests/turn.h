// An iteration of the loops as text: the body of the per-pixel function.
#pragma once

#include "nests/live.h"
#include "nests/rewriting.h"
#include "nests/window.h"

#include <string>

namespace preamar::convert {

// Where an iteration stores its value, and how that becomes the return value.
struct Outcome {
  std::set<const clang::Stmt*> stores;       // the statements that store it
  const clang::VarDecl* variable = nullptr;  // the image or variable in which they store it; null for counters
  std::string type;                          // of the value, as C
  std::string name;                          // the name of the value in the function
  std::string start;                         // its initial value; empty if each path stores one
  bool is_returned_at_once = false;          // by the stores themselves
};

struct Turn {
  std::string text;
  std::set<const clang::VarDecl*> variables;  // parameters of the original and variables of its loops that it uses
};

// Its functions throw Obstacle.
class TurnWriter {
 public:
  TurnWriter(const Nest& nest, const Images& images, const Window& window, Symbols& symbols,
             clang::ASTContext& context);

  // Replaces a store by a `return`, with `before` before its value and `behind` after it.
  void return_value(const clang::Stmt& store, const clang::Expr& value, const std::string& before,
                    const std::string& behind);
  // Replaces a store without a value of its own by a `return`.
  void return_text(const clang::Stmt& store, const std::string& text);
  // A statement that was removed from the text.
  void forget(const clang::Stmt& statement);
  // Variables that an expression needs if it is inserted elsewhere.
  void need(const clang::Stmt& expression);
  void change(Span span, std::string text) { rewriting_.replace(span, std::move(text)); }
  [[nodiscard]] const Rewriting& rewriting() const { return rewriting_; }

  [[nodiscard]] Turn write(const Outcome& outcome);

 private:
  void replace_accesses(const Outcome& outcome);
  void replace_loops();
  void end_turns(const Outcome& outcome);
  void drop(const Live& live, const Outcome& outcome);
  void drop_names(const clang::DeclStmt& declaration, const Live& live, const Outcome& outcome);
  [[nodiscard]] std::string element(const Access& access) const;

  const Nest& nest_;
  const Images& images_;
  const Window& window_;
  Symbols& symbols_;
  clang::ASTContext& context_;
  Rewriting rewriting_;
  std::set<const clang::Stmt*> gone_;
  std::set<const clang::VarDecl*> also_live_;
  bool has_open_end_ = false;
};

}  // namespace preamar::convert
