// Integer expressions and pointers of a function as polynomials of their inputs.
#pragma once

#include "checks/loop.h"
#include "checks/ranges.h"
#include "checks/tree.h"
#include "nests/poly.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/FoldingSet.h>
#include <preamar/border.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace preamar::convert {

// What an atom represents.
struct Symbol {
  enum class Kind { variable, turn, expression, bent };
  Kind kind = Kind::variable;
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* expression = nullptr;
  std::set<const clang::ForStmt*> loops;  // it has a value only inside these
  bool is_steady = true;                  // it does not change during an iteration of the loops over pixels
  std::optional<Poly> low, high;          // inclusive, if known

  // For the variable of a loop that starts at a pixel's row or column: that row or column. The atom is the distance
  // from it.
  Poly base;

  // For an index that is mapped back into the image.
  Poly inner, extent;
  Border border = Border::nearest;
  bool is_bent_below = false, is_bent_above = false;
  std::optional<std::int64_t> reach;  // how far outside it may be in an image of one pixel, if limited
};

// An element of an array that a parameter points to: `image[index[0]][index[1]]`.
struct Element {
  const clang::VarDecl* image = nullptr;
  std::vector<Poly> index;
};

class Symbols {
 public:
  Symbols(const clang::FunctionDecl& function, clang::ASTContext& context)
      : context_(context), variables_(function), ranges_(function, context) {}

  // Loops over pixels; their variables are separate atoms.
  void add_pixel_loop(const clang::VarDecl& variable) { pixel_variables_.insert(&variable); }
  [[nodiscard]] bool is_pixel_variable(const clang::VarDecl& variable) const {
    return pixel_variables_.contains(&variable);
  }

  // `around` begins at the function's body.
  [[nodiscard]] Poly of(const clang::Expr& expression, const Around& around);
  // The value at `used`, a position in the function.
  [[nodiscard]] Poly of(const clang::VarDecl& variable, const Around& around, clang::SourceLocation used);
  // Empty if the expression is not an element of an array parameter.
  [[nodiscard]] std::optional<Element> element(const clang::Expr& expression, const Around& around);
  // What `condition` implies if it has the value `truth`: each polynomial is >= 0, or (unequal) is not 0.
  void facts(const clang::Expr& condition, bool truth, const Around& around, std::vector<Poly>& at_least_zero,
             std::vector<Poly>& not_zero);

  [[nodiscard]] const Symbol& at(Atom atom) const { return symbols_[static_cast<std::size_t>(atom)]; }
  [[nodiscard]] Atom atom_of(const clang::VarDecl& variable);
  // Its minimum and maximum, as far as loops inside the iteration of a pixel determine them.
  [[nodiscard]] std::optional<std::int64_t> low(const Poly& poly) const { return limit(poly, true); }
  [[nodiscard]] std::optional<std::int64_t> high(const Poly& poly) const { return limit(poly, false); }
  // As C text.
  [[nodiscard]] std::string text(const Poly& poly) const;
  [[nodiscard]] const Variables& variables() const { return variables_; }
  // Variables of loops that count from the pixel's row or column.
  [[nodiscard]] std::vector<const Symbol*> counted_from_pixel() const;

 private:
  struct Pointer {
    const clang::VarDecl* image;
    std::vector<Poly> outer;
    Poly at;
  };
  [[nodiscard]] Poly of_value(const clang::Expr& expression, const Around& around);
  [[nodiscard]] Poly of_operator(const clang::BinaryOperator& binary, const Around& around);
  [[nodiscard]] std::optional<Poly> of_turn(const clang::VarDecl& variable, const Around& around);
  [[nodiscard]] std::optional<Poly> of_writes(const clang::VarDecl& variable, const Around& around,
                                              clang::SourceLocation used);
  [[nodiscard]] std::optional<Poly> of_choice(const clang::Expr& condition, const Poly& yes, const Poly& no,
                                              const Around& around);
  [[nodiscard]] std::optional<Poly> of_call(const clang::CallExpr& call, const Around& around);
  [[nodiscard]] std::optional<Poly> of_remainder(const Poly& value, const Poly& by);
  [[nodiscard]] std::optional<Poly> comparison(const clang::Expr& condition, bool truth, const Around& around);
  [[nodiscard]] std::optional<Poly> bent(const Poly& value, Border border, bool is_below, const Poly& extent);
  [[nodiscard]] std::optional<Pointer> pointer(const clang::Expr& expression, const Around& around);
  [[nodiscard]] std::optional<Pointer> pointer(const clang::VarDecl& variable, const Around& around);

  [[nodiscard]] Atom add(Symbol symbol);
  [[nodiscard]] Poly expression(const clang::Expr& expression, const Around& around);
  [[nodiscard]] const clang::ForStmt* loop_of(const clang::VarDecl& variable, const Around& around) const;
  [[nodiscard]] bool is_bound_only(const Poly& poly) const;
  [[nodiscard]] bool is_usable(const Poly& poly, const Around& around) const;
  [[nodiscard]] Poly straightened(const Poly& poly) const;
  [[nodiscard]] std::optional<std::int64_t> limit(Poly poly, bool is_low) const;

  clang::ASTContext& context_;
  Variables variables_;
  Ranges ranges_;
  std::set<const clang::VarDecl*> pixel_variables_;
  std::vector<Symbol> symbols_;
  std::vector<std::pair<llvm::FoldingSetNodeID, Atom>> expressions_;
  std::map<const clang::VarDecl*, Poly> given_;  // values of parameters and variables while others are computed
  std::set<const clang::VarDecl*> asked_;        // stops the recursion for `x = x + 1`
  int depth_ = 0, patience_ = 100000;            // stops it for code that nobody writes by hand
};

}  // namespace preamar::convert
