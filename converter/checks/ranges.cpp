#include "checks/ranges.h"

#include "checks/loop.h"
#include "checks/while_loop.h"

#include <algorithm>
#include <limits>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

constexpr Range everything{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
constexpr Range nothing{0, -1};

Range join(Range a, Range b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (!__builtin_add_overflow(a, b, &result)) return result;
  return b > 0 ? everything.high : everything.low;
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (!__builtin_mul_overflow(a, b, &result)) return result;
  return (a > 0) == (b > 0) ? everything.high : everything.low;
}

std::int64_t negative(std::int64_t a) { return a == everything.low ? everything.high : -a; }

Range negative(Range a) { return a.is_empty() ? a : Range{negative(a.high), negative(a.low)}; }
Range sum(Range a, Range b) { return {sum(a.low, b.low), sum(a.high, b.high)}; }

Range product(Range a, Range b) {
  const auto [low, high] =
      std::minmax({product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)});
  return {low, high};
}

// Division by a positive number, rounded towards zero, as in C.
Range quotient(Range a, std::int64_t by) { return {a.low / by, a.high / by}; }

Range remainder(Range a, std::int64_t by) {
  if (a.low >= 0 && a.high < by) return a;
  return {a.low < 0 ? 1 - by : 0, a.high > 0 ? by - 1 : 0};
}

const clang::Stmt* next_in(const Around& around, std::size_t depth) {
  return depth + 1 < around.size() ? around[depth + 1] : nullptr;
}

}  // namespace

Range Ranges::of(clang::QualType type) const {
  if (type->isBooleanType()) return {0, 1};
  if (!type->isIntegralOrEnumerationType()) return everything;
  const auto bits = context_.getIntWidth(type);
  if (bits > 64 || bits == 0) return everything;
  if (type->isUnsignedIntegerOrEnumerationType())
    return {0, bits == 64 ? everything.high : (std::int64_t{1} << bits) - 1};
  return {everything.low >> (64 - bits), everything.high >> (64 - bits)};
}

Range Ranges::of(const clang::Expr& expression, const Around& around) const {
  const Range whole = of(expression.getType());
  if (!expression.getType()->isIntegralOrEnumerationType() || expression.isValueDependent()) return everything;
  if (--patience_ < 0) return whole;
  const Range value = of_value(expression, around);
  return value.is_within(whole) ? value : whole;  // otherwise it may have wrapped around
}

std::optional<std::int64_t> Ranges::constant(const clang::Expr& expression, const Around& around) const {
  const Range range = of(expression, around);
  return range.low == range.high ? std::optional(range.low) : std::nullopt;
}

Range Ranges::of_value(const clang::Expr& expression, const Around& around) const {
  clang::Expr::EvalResult result;
  if (expression.EvaluateAsInt(result, context_)) {
    const llvm::APSInt& value = result.Val.getInt();
    if (!value.isRepresentableByInt64()) return of(expression.getType());
    return {value.getExtValue(), value.getExtValue()};
  }
  const clang::Expr* const bare = expression.IgnoreParens();
  if (const auto* const cast = dyn_cast<clang::CastExpr>(bare)) {
    const clang::Expr& inner = *cast->getSubExpr();
    return inner.getType()->isIntegralOrEnumerationType() ? of(inner, around) : of(bare->getType());
  }
  if (const clang::VarDecl* const variable = named_by(bare)) return of_variable(*variable, around);
  if (const auto* const subscript = dyn_cast<clang::ArraySubscriptExpr>(bare)) {
    const clang::VarDecl* const array = bottom_of(subscript);
    return array ? of_elements(*array, bare->getType()) : of(bare->getType());
  }
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare)) {
    if (unary->getOpcode() == clang::UO_Minus) return negative(of(*unary->getSubExpr(), around));
    if (unary->getOpcode() == clang::UO_Plus) return of(*unary->getSubExpr(), around);
    return unary->getOpcode() == clang::UO_LNot ? Range{0, 1} : of(bare->getType());
  }
  if (const auto* const choice = dyn_cast<clang::ConditionalOperator>(bare)) {
    Around inner = around;
    inner.push_back(choice);
    const auto of_branch = [&](const clang::Expr& branch) {
      inner.push_back(&branch);
      const Range range = of(branch, inner);
      inner.pop_back();
      return range;
    };
    return join(of_branch(*choice->getTrueExpr()), of_branch(*choice->getFalseExpr()));
  }
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  return binary ? of_operator(*binary, around) : of(bare->getType());
}

Range Ranges::of_operator(const clang::BinaryOperator& binary, const Around& around) const {
  const Range whole = of(binary.getType());
  if (binary.isComparisonOp() || binary.isLogicalOp()) return {0, 1};
  if (!binary.getLHS()->getType()->isIntegralOrEnumerationType()) return whole;
  const Range a = of(*binary.getLHS(), around), b = of(*binary.getRHS(), around);
  if (a.is_empty() || b.is_empty()) return nothing;
  const bool is_positive_number = b.low == b.high && b.low > 0;
  switch (binary.getOpcode()) {
    case clang::BO_Add:
      return sum(a, b);
    case clang::BO_Sub:
      return sum(a, negative(b));
    case clang::BO_Mul:
      return product(a, b);
    case clang::BO_Div:
      return is_positive_number ? quotient(a, b.low) : whole;
    case clang::BO_Rem:
      return is_positive_number ? remainder(a, b.low) : whole;
    case clang::BO_Shr:
      return b.low == b.high && b.low >= 0 && b.low < 63 ? Range{a.low >> b.low, a.high >> b.low} : whole;
    case clang::BO_And:
      if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
      if (a.low >= 0 || b.low >= 0) return {0, a.low >= 0 ? a.high : b.high};
      return whole;
    case clang::BO_Comma:
      return b;
    default:
      return whole;
  }
}

Range Ranges::of_variable(const clang::VarDecl& variable, const Around& around) const {
  const Range whole = of(variable.getType());
  if (variables_.is_address_taken(variable) || !asked_.insert(&variable).second) return whole;
  const std::optional<Range> turns = of_loop(variable, around);
  const Range range = narrowed(turns ? *turns : of_writes(variable), variable, around);
  asked_.erase(&variable);
  return range;
}

Range Ranges::of_writes(const clang::VarDecl& variable) const {
  const Range whole = of(variable.getType());
  if (clang::isa<clang::ParmVarDecl>(variable)) return whole;
  if (variable.hasGlobalStorage()) {
    const clang::Expr* const value = variable.getAnyInitializer();
    return value && variable.getType().isConstQualified() ? of(*value, {}) : whole;
  }
  Range range = nothing;
  for (const Write& write : variables_.writes(variable)) {
    if (!write.value) return whole;
    const Range value = of(*write.value, write.around);
    range = join(range, value.is_within(whole) ? value : whole);
  }
  return range.is_empty() ? whole : range;
}

// The range of all elements of a constant array.
Range Ranges::of_elements(const clang::VarDecl& variable, clang::QualType type) const {
  if (!context_.getBaseElementType(variable.getType()).isConstQualified() || !variable.getAnyInitializer() ||
      context_.getBaseElementType(variable.getType())->isRecordType())
    return of(type);
  Range range = nothing;
  walk(variable.getAnyInitializer(), [&](const clang::Stmt& statement, const Around& around) {
    if (!around.empty() && !clang::isa<clang::InitListExpr>(around.back())) return;
    if (clang::isa<clang::InitListExpr>(statement)) {
      if (clang::cast<clang::InitListExpr>(statement).hasArrayFiller()) range = join(range, {0, 0});
    } else if (const auto* const element = dyn_cast<clang::Expr>(&statement)) {
      range = join(range, of(*element, {}));
    }
  });
  return range.is_empty() ? of(type) : range;
}

std::optional<Range> Ranges::of_loop(const clang::VarDecl& variable, const Around& around) const {
  for (std::size_t depth = around.size(); depth-- > 0;) {
    if (const std::optional<Range> range = of_while(variable, around, depth)) return range;
    const auto* const loop = dyn_cast<clang::ForStmt>(around[depth]);
    if (!loop || next_in(around, depth) == loop->getInit()) continue;
    const Loop parts = read_loop(*loop);
    if (parts.variable != &variable || !parts.start || !parts.bound) continue;
    if (variables_.changes_in(variable, *loop->getBody()) || variables_.changes_in(variable, *loop->getCond()))
      return {};
    const Around outside(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(depth));
    const Range start = of(*parts.start, outside), bound = of(*parts.bound, outside);
    std::optional<std::int64_t> step = parts.step ? constant(*parts.step, outside) : 1;
    if (!step || *step <= 0) return {};
    // The condition and the third part also see the value that ends the loop.
    const std::int64_t extra = next_in(around, depth) == loop->getBody() ? 0 : *step;
    const bool is_end_included = parts.relation == clang::BO_LE || parts.relation == clang::BO_GE;
    if (parts.is_rising) {
      if (parts.relation == clang::BO_GT || parts.relation == clang::BO_GE) return {};
      return Range{start.low, sum(sum(bound.high, is_end_included ? 0 : -1), extra)};
    }
    if (parts.relation == clang::BO_LT || parts.relation == clang::BO_LE) return {};
    return Range{sum(sum(bound.low, is_end_included ? 0 : 1), -extra), start.high};
  }
  return {};
}

std::optional<Range> Ranges::of_while(const clang::VarDecl& variable, const Around& around, std::size_t depth) const {
  const auto* const loop = dyn_cast<clang::WhileStmt>(around[depth]);
  const std::optional<WhileLoop> known = loop ? read_while(*loop, context_) : std::nullopt;
  if (!known || known->variable != &variable || !known->bound || next_in(around, depth) != loop->getBody()) return {};
  // Before the change the condition still holds.
  const clang::Stmt* const here = depth + 2 < around.size() ? around[depth + 2] : nullptr;
  if (!here || !(here->getEndLoc() < known->change->getBeginLoc())) return {};
  Range start = nothing;
  for (const Write& write : variables_.writes(variable)) {
    if (std::ranges::find(write.around, loop) != write.around.end()) continue;
    if (!write.value) return {};
    start = join(start, of(*write.value, write.around));
  }
  const Around outside(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(depth));
  const Range bound = of(*known->bound, outside);
  if (start.is_empty() || variables_.is_address_taken(variable)) return {};
  const bool is_end_included = known->relation == clang::BO_LE || known->relation == clang::BO_GE;
  if (known->is_rising) return Range{start.low, sum(bound.high, is_end_included ? 0 : -1)};
  return Range{sum(bound.low, is_end_included ? 0 : 1), start.high};
}

Range Ranges::narrowed(Range range, const clang::VarDecl& variable, const Around& around) const {
  for (std::size_t depth = 0; depth + 1 < around.size(); ++depth) {
    const clang::Stmt* const inner = around[depth + 1];
    const clang::Expr* condition = nullptr;
    bool truth = true;
    if (const auto* const choice = dyn_cast<clang::IfStmt>(around[depth])) {
      if (inner != choice->getCond()) condition = choice->getCond();
      truth = inner == choice->getThen();
    } else if (const auto* const conditional = dyn_cast<clang::ConditionalOperator>(around[depth])) {
      if (inner != conditional->getCond()) condition = conditional->getCond();
      truth = inner == conditional->getTrueExpr();
    } else if (const auto* const binary = dyn_cast<clang::BinaryOperator>(around[depth])) {
      if (binary->isLogicalOp() && inner == binary->getRHS()) condition = binary->getLHS();
      truth = binary->getOpcode() == clang::BO_LAnd;
    } else if (const auto* const loop = dyn_cast<clang::ForStmt>(around[depth])) {
      if (inner == loop->getBody()) condition = loop->getCond();
    }
    if (!condition || variables_.changes_in(variable, *inner) || variables_.changes_in(variable, *condition)) continue;
    const Around there(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(depth) + 1);
    range = narrowed(range, variable, *condition, truth, there);
  }
  return range;
}

Range Ranges::narrowed(Range range, const clang::VarDecl& variable, const clang::Expr& condition, bool truth,
                       const Around& around) const {
  const clang::Expr* const bare = condition.IgnoreParenImpCasts();
  if (const auto* const unary = dyn_cast<clang::UnaryOperator>(bare))
    return unary->getOpcode() == clang::UO_LNot ? narrowed(range, variable, *unary->getSubExpr(), !truth, around)
                                                : range;
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  if (!binary) return range;
  if (binary->isLogicalOp()) {
    if ((binary->getOpcode() == clang::BO_LAnd) != truth) return range;
    return narrowed(narrowed(range, variable, *binary->getLHS(), truth, around), variable, *binary->getRHS(), truth,
                    around);
  }
  if (!binary->isComparisonOp()) return range;
  const bool is_left = named_by(binary->getLHS()) == &variable;
  if (!is_left && named_by(binary->getRHS()) != &variable) return range;
  const clang::Expr& other = is_left ? *binary->getRHS() : *binary->getLHS();
  // A negative number converted to unsigned would be a large one.
  const Range compared = of(binary->getLHS()->getType());
  const Range bound = of(other, around);
  if (!range.is_within(compared) || bound.is_empty()) return range;
  clang::BinaryOperatorKind kind =
      is_left ? binary->getOpcode() : clang::BinaryOperator::reverseComparisonOp(binary->getOpcode());
  if (!truth) kind = clang::BinaryOperator::negateComparisonOp(kind);
  if (kind == clang::BO_NE && bound.low == bound.high) {
    if (range.low == bound.low) range.low = sum(range.low, 1);
    if (range.high == bound.low) range.high = sum(range.high, -1);
  }
  if (kind == clang::BO_LT) range.high = std::min(range.high, sum(bound.high, -1));
  if (kind == clang::BO_LE || kind == clang::BO_EQ) range.high = std::min(range.high, bound.high);
  if (kind == clang::BO_GT) range.low = std::max(range.low, sum(bound.low, 1));
  if (kind == clang::BO_GE || kind == clang::BO_EQ) range.low = std::max(range.low, bound.low);
  return range;
}

}  // namespace preamar::convert
