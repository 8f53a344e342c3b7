// Walks over Clang's tree of a function, and what its variables go through there.
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

// Visits `root` and all within it, the outer ones first. Does nothing for null.
void walk(const clang::Stmt* root, llvm::function_ref<void(const clang::Stmt&, const Around&)> visit);

// How a variable is used at one place of the source: the longest `v[e].field[e2]` that begins with it.
struct Use {
  const clang::Expr* place;                                  // `w[1][2]`, `data.gain`, or the variable alone
  std::vector<const clang::ArraySubscriptExpr*> subscripts;  // in the order of the text
  const clang::Stmt* parent;  // what holds it, parentheses and conversions aside; or null
  std::size_t depth;          // how many statements are around the parent
};
[[nodiscard]] Use use_of(const clang::DeclRefExpr& variable, const Around& around);

// What an assignment, ++ or -- changes; null where `statement` is none.
[[nodiscard]] const clang::Expr* written_by(const clang::Stmt& statement);

[[nodiscard]] bool is_address_of(const clang::Stmt* statement);

// Whether what `around.back()` does with the value of `expression` is more than to drop it.
[[nodiscard]] bool is_value_used(const clang::Stmt& expression, const Around& around);

// The variable that an expression names, and nothing more than names; null where it does not.
[[nodiscard]] const clang::VarDecl* named_by(const clang::Expr* expression);

// The variable at the bottom of `v.field`, `v[3]`, `*v`, `&v`, `v + 1`; null where there is none.
[[nodiscard]] const clang::VarDecl* bottom_of(const clang::Expr* expression);

// As the source has it, on one line.
[[nodiscard]] std::string text_of(const clang::Stmt& statement, const clang::ASTContext& context);

struct Write {
  const clang::Expr* value;  // null where it is not simply assigned
  const clang::Stmt* at;     // the assignment, or the declaration
  Around around;
};

// What happens to the variables of a function.
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
