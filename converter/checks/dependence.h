// Whether pixels decide the value of an expression.
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

  // Empty where numbers, constants, positions, the number of counters and the user's parameters decide alone; else the
  // variable or call that brings in more, in words: "the pixel 'a'".
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
  llvm::DenseMap<const clang::FunctionDecl*, std::vector<Call>> calls_;  // by the function that is called
  mutable std::vector<const clang::VarDecl*> asked_;                     // ends the question for `x = x + 1`
  mutable int patience_ = 100000;                                        // and for what only a hostile mind writes
};

}  // namespace preamar::convert
