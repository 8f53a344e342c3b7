// Elements of images, however the source accesses them: by one index, by several, by pointers to rows or to the pixel.
#include "nests/symbols.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

}  // namespace

std::optional<Element> Symbols::element(const clang::Expr& expression, const Around& around) {
  const clang::Expr* const bare = expression.IgnoreParenImpCasts();
  std::optional<Pointer> base;
  Poly offset;
  if (const auto* const subscript = dyn_cast<clang::ArraySubscriptExpr>(bare)) {
    base = pointer(*subscript->getBase(), around);
    if (base) offset = of(*subscript->getIdx(), around);
  } else if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare)) {
    if (unary->getOpcode() == clang::UO_Deref) base = pointer(*unary->getSubExpr(), around);
  }
  if (!base) return {};
  base->outer.push_back(base->at + offset);
  return Element{base->image, std::move(base->outer)};
}

std::optional<Symbols::Pointer> Symbols::pointer(const clang::Expr& expression, const Around& around) {
  if (--patience_ < 0 || depth_ > 40) return {};
  const clang::Expr* const bare = expression.IgnoreParens();
  if (const auto* const cast = dyn_cast<clang::CastExpr>(bare)) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
      const auto row = element(*cast->getSubExpr(), around);
      return row ? std::optional(Pointer{row->image, row->index, {}}) : std::nullopt;
    }
    const bool is_same = cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp ||
                         (cast->getType()->isPointerType() && cast->getSubExpr()->getType()->isPointerType() &&
                          context_.hasSameUnqualifiedType(cast->getType()->getPointeeType(),
                                                          cast->getSubExpr()->getType()->getPointeeType()));
    return is_same ? pointer(*cast->getSubExpr(), around) : std::nullopt;
  }
  if (const clang::VarDecl* const variable = named_by(bare)) return pointer(*variable, around);
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare)) {
    if (unary->getOpcode() != clang::UO_AddrOf) return {};
    auto target = element(*unary->getSubExpr(), around);
    if (!target) return {};
    const Poly last = target->index.back();
    target->index.pop_back();
    return Pointer{target->image, std::move(target->index), last};
  }
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  if (!binary || !binary->isAdditiveOp()) return {};
  const bool is_left = binary->getLHS()->getType()->isPointerType();
  const clang::Expr& number = is_left ? *binary->getRHS() : *binary->getLHS();
  if (!number.getType()->isIntegerType() || (!is_left && binary->getOpcode() == clang::BO_Sub)) return {};
  auto base = pointer(is_left ? *binary->getLHS() : *binary->getRHS(), around);
  if (!base) return {};
  const Poly offset = of(number, around);
  base->at = binary->getOpcode() == clang::BO_Sub ? base->at - offset : base->at + offset;
  return base->at.is_too_much() ? std::nullopt : base;
}

// A parameter that never changes, or a pointer with one value.
std::optional<Symbols::Pointer> Symbols::pointer(const clang::VarDecl& variable, const Around& around) {
  if (!variable.getType()->isPointerType() || variables_.is_address_taken(variable)) return {};
  const std::vector<Write>& writes = variables_.writes(variable);
  if (clang::isa<clang::ParmVarDecl>(variable))
    return writes.empty() ? std::optional(Pointer{&variable, {}, {}}) : std::nullopt;
  if (writes.size() != 1 || !writes.front().value || !asked_.insert(&variable).second) return {};
  ++depth_;
  auto value = pointer(*writes.front().value, writes.front().around);
  --depth_;
  asked_.erase(&variable);
  const auto is_here = [&](const Poly& poly) { return is_usable(poly, around); };
  if (!value || !is_here(value->at) || !std::ranges::all_of(value->outer, is_here)) return {};
  return value;
}

}  // namespace preamar::convert
