// Whether every path through an iteration stores a value, and none reads it before.
#pragma once

#include "checks/tree.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <set>
#include <vector>

namespace preamar::convert {

struct Paths {
  // `continue` statements, or the last statement, that are reached without a store.
  std::vector<const clang::Stmt*> ends_without;
  std::set<const clang::Stmt*> continues;   // those of the iteration, not of loops inside it
  const clang::Stmt* early_read = nullptr;  // the first read that may come before any store
};

// `is_store` is called for assignments, declarations and increments, `is_read` for expressions.
[[nodiscard]] Paths follow(const std::vector<const clang::Stmt*>& turn,
                           llvm::function_ref<bool(const clang::Stmt&)> is_store,
                           llvm::function_ref<bool(const clang::Stmt&)> is_read);

// Whether each store is the last action on its path, so that a `return` can replace it.
[[nodiscard]] bool are_last(const clang::Stmt& body, const std::set<const clang::Stmt*>& stores);

}  // namespace preamar::convert
