// Traverses Clang's syntax tree of a function, and records how its variables are used.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>
#include <vector>

namespace preamar::convert {

// The statements around one, the outermost first.
using Around = std::vector<const clang::Stmt*>;
// Whether `statement` is one of them.
[[nodiscard]] bool is_inside(const Around& around, const clang::Stmt* statement);

// Visits `root` and everything within it in preorder. Does nothing for null.
void walk(const clang::Stmt* root, llvm::function_ref<void(const clang::Stmt&, const Around&)> visit);

// One use of a variable: the longest `v[e].field[e2]` that begins with it.
struct Use {
  const clang::Expr* place;                                  // `w[1][2]`, `data.gain`, or only the variable
  std::vector<const clang::ArraySubscriptExpr*> subscripts;  // in the order of the text
  const clang::Stmt* parent;  // the enclosing expression, without parentheses and conversions; or null
  std::size_t depth;          // the number of statements around the parent
};
[[nodiscard]] Use use_of(const clang::DeclRefExpr& variable, const Around& around);

// What an assignment, ++ or -- changes; null if `statement` is none of them.
[[nodiscard]] const clang::Expr* written_by(const clang::Stmt& statement);

[[nodiscard]] bool is_address_of(const clang::Stmt* statement);

// Whether `around.back()` uses the value of `expression`, and does not only discard it.
[[nodiscard]] bool is_value_used(const clang::Stmt& expression, const Around& around);

// The variable, if the expression is only its name; otherwise null.
[[nodiscard]] const clang::VarDecl* named_by(const clang::Expr* expression);

// The variable at the root of `v.field`, `v[3]`, `*v`, `&v`, `v + 1`; null if there is none.
[[nodiscard]] const clang::VarDecl* bottom_of(const clang::Expr* expression);

// The source text, on one line.
[[nodiscard]] std::string text_of(const clang::Stmt& statement, const clang::ASTContext& context);

struct Write {
  const clang::Expr* value;  // null if it is not simply assigned
  const clang::Stmt* at;     // the assignment, or the declaration
  Around around;
};

// All uses and changes of the variables of a function.
class Variables {
 public:
  explicit Variables(const clang::FunctionDecl& function);

  [[nodiscard]] const std::vector<Write>& writes(const clang::VarDecl& variable) const;
  [[nodiscard]] bool is_address_taken(const clang::VarDecl& variable) const { return addressed_.contains(&variable); }
  // Whether it may change while `statement` runs.
  [[nodiscard]] bool changes_in(const clang::VarDecl& variable, const clang::Stmt& statement) const;

 private:
  llvm::DenseMap<const clang::VarDecl*, std::vector<Write>> writes_;
  llvm::DenseMap<const clang::VarDecl*, bool> addressed_;
};

}  // namespace preamar::convert
