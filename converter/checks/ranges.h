// The possible values of an integer expression.
#pragma once

#include "checks/tree.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <cstdint>
#include <optional>

namespace preamar::convert {

// From low to high, inclusive; empty if low > high, as in unreachable code.
struct Range {
  std::int64_t low, high;
  [[nodiscard]] bool is_empty() const { return low > high; }
  [[nodiscard]] bool is_within(Range other) const { return is_empty() || (low >= other.low && high <= other.high); }
  friend bool operator==(const Range&, const Range&) = default;
};

// Analyses one function: numbers, constants, variables with simple assignments, loop variables, + - * / % and
// comparisons, and the conditions on the path to a statement. Everything else can have every value of its type.
class Ranges {
 public:
  Ranges(const clang::FunctionDecl& function, clang::ASTContext& context) : variables_(function), context_(context) {}

  [[nodiscard]] Range of(const clang::Expr& expression, const Around& around) const;
  // The value, if there is only one.
  [[nodiscard]] std::optional<std::int64_t> constant(const clang::Expr& expression, const Around& around) const;
  // Every value of a type; for anything but an integer of at most 64 bits, every number.
  [[nodiscard]] Range of(clang::QualType type) const;

 private:
  [[nodiscard]] Range of_value(const clang::Expr& expression, const Around& around) const;
  [[nodiscard]] Range of_variable(const clang::VarDecl& variable, const Around& around) const;
  [[nodiscard]] Range of_writes(const clang::VarDecl& variable) const;
  [[nodiscard]] Range of_elements(const clang::VarDecl& variable, clang::QualType type) const;
  [[nodiscard]] std::optional<Range> of_loop(const clang::VarDecl& variable, const Around& around) const;
  [[nodiscard]] std::optional<Range> of_while(const clang::VarDecl& variable, const Around& around,
                                              std::size_t depth) const;
  [[nodiscard]] Range of_operator(const clang::BinaryOperator& binary, const Around& around) const;
  // Removes the values that are impossible if `condition` has the value `truth`.
  [[nodiscard]] Range narrowed(Range range, const clang::VarDecl& variable, const clang::Expr& condition, bool truth,
                               const Around& around) const;
  [[nodiscard]] Range narrowed(Range range, const clang::VarDecl& variable, const Around& around) const;

  Variables variables_;
  clang::ASTContext& context_;
  mutable llvm::SmallPtrSet<const clang::VarDecl*, 8> asked_;  // stops the recursion for `x = x + 1`
  mutable int patience_ = 100000;                              // stops it for code that nobody writes by hand
};

}  // namespace preamar::convert
