#include "nests/edges.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// Whether control never continues after a statement.
bool leaves(const clang::Stmt* statement) {
  if (const auto* const block = dyn_cast<clang::CompoundStmt>(statement))
    return !block->body_empty() && leaves(block->body_back());
  return isa<clang::ContinueStmt>(statement) || isa<clang::BreakStmt>(statement) || isa<clang::ReturnStmt>(statement);
}

}  // namespace

Edges::Edges(const Nest& nest, const Images& images, Symbols& symbols) : nest_(nest), symbols_(symbols) {
  for (const PixelLoop& axis : images.axes) {
    const Poly index = Poly::of(symbols.atom_of(*axis.variable));
    of_loops_.push_back(index - axis.first);
    of_loops_.push_back(axis.extent - 1 - axis.last - index);
  }
}

Edges::Safety Edges::safety(const Poly& value, const Around& around) {
  if (is_shown(value, of_loops_)) return Safety::by_loops;
  return is_shown(value, facts_at(around)) ? Safety::guarded : Safety::none;
}

bool Edges::is_shown(const Poly& value, const std::vector<Poly>& facts) const {
  if (const auto low = symbols_.low(value); low && *low >= 0) return true;
  return std::ranges::any_of(facts, [&](const Poly& fact) {
    const auto low = symbols_.low(value - fact);
    return low && *low >= 0;
  });
}

// Conditions that hold at `around`, from the body of the loops on.
std::vector<Poly> Edges::facts_at(const Around& around) {
  std::vector<Poly> all = of_loops_, unequal;
  auto place = std::ranges::find(around, nest_.body);
  for (; place != around.end(); ++place) {
    const clang::Stmt* const inner = place + 1 == around.end() ? nullptr : *(place + 1);
    const Around there(around.begin(), place + 1);
    if (const auto* const block = dyn_cast<clang::CompoundStmt>(*place)) {
      for (const clang::Stmt* const earlier : block->body()) {
        if (earlier == inner) break;
        const auto* const choice = dyn_cast<clang::IfStmt>(earlier);
        if (choice && !choice->getElse() && leaves(choice->getThen()))
          symbols_.facts(*choice->getCond(), false, there, all, unequal);
      }
    } else if (const auto* const loop = dyn_cast<clang::ForStmt>(*place)) {
      if (inner && inner == loop->getBody() && loop->getCond())
        symbols_.facts(*loop->getCond(), true, there, all, unequal);
    } else if (const auto* const choice = dyn_cast<clang::IfStmt>(*place)) {
      if (inner && inner != choice->getCond())
        symbols_.facts(*choice->getCond(), inner == choice->getThen(), there, all, unequal);
    } else if (const auto* const conditional = dyn_cast<clang::ConditionalOperator>(*place)) {
      if (inner && inner != conditional->getCond())
        symbols_.facts(*conditional->getCond(), inner == conditional->getTrueExpr(), there, all, unequal);
    } else if (const auto* const binary = dyn_cast<clang::BinaryOperator>(*place)) {
      if (inner && binary->isLogicalOp() && inner == binary->getRHS())
        symbols_.facts(*binary->getLHS(), binary->getOpcode() == clang::BO_LAnd, there, all, unequal);
    }
  }
  // A non-zero integer with a known sign is at least 1 away from 0.
  for (const Poly& one : unequal)
    for (const Poly& side : {one, Poly(0) - one})
      if (is_shown(side, all)) all.push_back(side - 1);
  return all;
}

}  // namespace preamar::convert
