// A variable that gathers one value from all turns of the loops.
#pragma once

#include "nests/images.h"

#include <string>
#include <vector>

namespace preamar::convert {

// One statement that brings a turn's value in.
struct Update {
  const clang::Stmt* statement = nullptr;  // `s += e`, `m = e > m ? e : m`, `if (e > m) m = e;`
  const clang::Expr* value = nullptr;      // e; null where it is 1
  bool is_negative = false;                // of `s -= e` and `s--`
};

struct Accumulation {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* start = nullptr;
  std::string word;        // "sum", "maximum"
  std::string combine;     // of a and b, as C: "a + b"
  bool is_choice = false;  // the result is one of the values, so that a value may come in twice
  std::vector<Update> updates;
  const clang::VarDecl* result = nullptr;  // the parameter that it is written to; null where it is returned
  bool is_from_pixel = false;              // it begins at the first pixel of the image
};

// Throw Obstacle where the variable does more than gather; the second looks at the turns alone.
[[nodiscard]] Accumulation find_accumulation(const clang::VarDecl& variable, const Nest& nest, const Images& images,
                                             Symbols& symbols, clang::ASTContext& context);
void check_updates(const clang::VarDecl& variable, const Nest& nest, const Images& images, Symbols& symbols,
                   clang::ASTContext& context);

}  // namespace preamar::convert
