// A variable that accumulates one value over all iterations of the loops.
#pragma once

#include "nests/images.h"

#include <string>
#include <vector>

namespace preamar::convert {

// What an update does where one of the two values is a NaN.
enum class OnNan {
  any_order,  // as a sum or fmax: the order does not matter
  keeps,      // `if (e > m) m = e;`: m stays, even if it is the NaN
  takes,      // `m = m > e ? m : e`: e replaces m, even if e is the NaN
};

// One statement that adds the value of an iteration.
struct Update {
  const clang::Stmt* statement = nullptr;  // `s += e`, `m = e > m ? e : m`, `if (e > m) m = e;`
  const clang::Expr* value = nullptr;      // e; null if it is 1
  bool is_negative = false;                // for `s -= e` and `s--`
  OnNan on_nan = OnNan::any_order;
};

struct Accumulation {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* start = nullptr;
  std::string word;        // "sum", "maximum"
  std::string combine;     // of a and b, as C: "a + b"
  bool is_choice = false;  // idempotent: a value may be added twice
  std::vector<Update> updates;
  const clang::VarDecl* result = nullptr;  // the parameter through which it is returned; null if it is the return value
  bool is_from_pixel = false;              // it starts with the first pixel of the image
};

// Throw Obstacle if the variable does more than accumulate; the second examines only the iterations.
[[nodiscard]] Accumulation find_accumulation(const clang::VarDecl& variable, const Nest& nest, const Images& images,
                                             Symbols& symbols, clang::ASTContext& context);
void check_updates(const clang::VarDecl& variable, const Nest& nest, const Images& images, Symbols& symbols,
                   clang::ASTContext& context);

}  // namespace preamar::convert
