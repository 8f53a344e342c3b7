// Why the loops of a function cannot be extracted.
#pragma once

#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceLocation.h>

#include <string>

namespace preamar::convert {

// Thrown within this folder; becomes a refusal.
struct Obstacle {
  clang::SourceLocation at;
  std::string what, instead;
};

[[noreturn]] inline void stop(const clang::Stmt& at, std::string what, std::string instead) {
  throw Obstacle{at.getBeginLoc(), std::move(what), std::move(instead)};
}

}  // namespace preamar::convert
