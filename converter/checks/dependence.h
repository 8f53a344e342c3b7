// Whether pixels determine the value of an expression.
#pragma once

#include "checks/tree.h"
#include "marked.h"

#include <llvm/ADT/DenseMap.h>

#include <memory>
#include <string>

namespace preamar::convert {

class Dependence {
 public:
  explicit Dependence(const Marked& marked);

  // Empty if only numbers, constants, positions, the number of counters and the user's parameters determine it;
  // otherwise the variable or call that adds another dependence, in words: "the pixel 'a'".
  [[nodiscard]] std::string cause(const clang::Expr& expression, const Around& around,
                                  const clang::FunctionDecl& function) const;

  [[nodiscard]] const Variables& variables(const clang::FunctionDecl& function) const {
    return *variables_.find(&function)->second;
  }

 private:
  struct Call {
    const clang::CallExpr* call;
    const clang::FunctionDecl* caller;
    Around around;
  };

  [[nodiscard]] std::string cause(const clang::VarDecl& variable, const Around& around,
                                  const clang::FunctionDecl& function) const;
  [[nodiscard]] std::string cause_of_parameter(const clang::ParmVarDecl& parameter) const;

  const Marked& marked_;
  llvm::DenseMap<const clang::FunctionDecl*, std::unique_ptr<Variables>> variables_;
  llvm::DenseMap<const clang::FunctionDecl*, std::vector<Call>> calls_;  // from the function that is called
  mutable std::vector<const clang::VarDecl*> asked_;                     // stops the recursion for `x = x + 1`
  mutable int patience_ = 100000;                                        // stops it for code that nobody writes by hand
};

}  // namespace preamar::convert
