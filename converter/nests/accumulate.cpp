#include "nests/accumulate.h"

#include "nests/obstacle.h"
#include "origin.h"

#include <llvm/ADT/FoldingSet.h>

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// How two values are combined.
struct Operation {
  std::string word, combine;
  bool is_choice = false;
  std::int64_t neutral = 0;
  friend bool operator==(const Operation&, const Operation&) = default;
};

std::optional<Operation> operation_of(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add:
    case clang::BO_Sub:
      return Operation{"sum", "a + b", false, 0};
    case clang::BO_Mul:
      return Operation{"product", "a * b", false, 1};
    case clang::BO_Or:
      return Operation{"union of bits", "a | b", false, 0};
    case clang::BO_Xor:
      return Operation{"parity of bits", "a ^ b", false, 0};
    case clang::BO_And:
      return Operation{"intersection of bits", "a & b", false, -1};
    default:
      return {};
  }
}

class AccumulationFinder {
 public:
  AccumulationFinder(const clang::VarDecl& variable, const Nest& nest, const Images& images, Symbols& symbols,
                     clang::ASTContext& context)
      : nest_(nest), images_(images), symbols_(symbols), context_(context) {
    found_.variable = &variable;
  }

  Accumulation find() {
    check();
    find_start();
    find_result();
    return std::move(found_);
  }

  void check() {
    walk(nest_.body, [&](const clang::Stmt& statement, const Around& around) {
      const clang::Expr* const target = written_by(statement);
      if (target && named_by(target) == found_.variable) add_update(statement, around);
    });
    check_reads();
  }

 private:
  [[nodiscard]] std::string name() const { return quoted(*found_.variable); }
  [[nodiscard]] bool is_self(const clang::Expr* expression) const { return named_by(expression) == found_.variable; }

  [[noreturn]] void stop_carried(const clang::Stmt& at) const {
    stop(
        at,
        name() + " carries a value from one turn to the next: '" + text_of(at, context_) +
            "' needs what the turn before left in it",
        "compute it from the pixels of the turn alone; a value can be accumulated by +=, *=, |=, &= and ^=, and as the "
        "largest or smallest value");
  }

  void add_update(const clang::Stmt& statement, const Around& around) {
    std::optional<Operation> operation;
    Update update{&statement};
    if (const auto* const unary = dyn_cast<clang::UnaryOperator>(&statement)) {
      operation = operation_of(clang::BO_Add);
      update.is_negative = !unary->isIncrementOp();
    } else {
      const auto& binary = clang::cast<clang::BinaryOperator>(statement);
      update.value = binary.getRHS();
      if (binary.isCompoundAssignmentOp()) {
        const auto kind = clang::BinaryOperator::getOpForCompoundAssignment(binary.getOpcode());
        operation = operation_of(kind);
        update.is_negative = kind == clang::BO_Sub;
      } else if (operation = of_condition(binary, around, update); !operation) {
        operation = of_value(*binary.getRHS()->IgnoreParenImpCasts(), update);
      }
    }
    if (!operation) stop_carried(statement);
    if (!found_.updates.empty() && !(*operation == operation_))
      stop(statement, name() + " is gathered in two ways: as the " + operation_.word + " and as the " + operation->word,
           "write a function for each");
    operation_ = *operation;
    found_.updates.push_back(update);
    found_.word = operation_.word;
    found_.combine = operation_.combine;
    found_.is_choice = operation_.is_choice;
  }

  // `if (e > m) m = e;`
  std::optional<Operation> of_condition(const clang::BinaryOperator& write, const Around& around, Update& update) {
    auto place = around.rbegin();
    while (place != around.rend() && isa<clang::CompoundStmt>(*place) &&
           clang::cast<clang::CompoundStmt>(*place)->size() == 1)
      ++place;
    const auto* const choice = place == around.rend() ? nullptr : dyn_cast<clang::IfStmt>(*place);
    if (!choice || choice->getElse()) return {};
    const auto chosen = chosen_by(*choice->getCond(), *write.getRHS(), true);
    if (chosen) {
      update.statement = choice;
      update.on_nan = OnNan::keeps;
    }
    return chosen;
  }

  // `m + e`, `e > m ? e : m`, `fmaxf(m, e)`, `max(m, e)`
  std::optional<Operation> of_value(const clang::Expr& value, Update& update) {
    if (const auto* const binary = dyn_cast<clang::BinaryOperator>(&value)) {
      const bool is_left = is_self(binary->getLHS());
      if (!is_left && (!is_self(binary->getRHS()) || binary->getOpcode() == clang::BO_Sub)) return {};
      update.value = is_left ? binary->getRHS() : binary->getLHS();
      update.is_negative = binary->getOpcode() == clang::BO_Sub;
      return operation_of(binary->getOpcode());
    }
    if (const auto* const choice = dyn_cast<clang::ConditionalOperator>(&value)) {
      const bool is_kept_last = is_self(choice->getFalseExpr());
      if (!is_kept_last && !is_self(choice->getTrueExpr())) return {};
      update.value = is_kept_last ? choice->getTrueExpr() : choice->getFalseExpr();
      update.on_nan = is_kept_last ? OnNan::keeps : OnNan::takes;  // no comparison with NaN is true
      return chosen_by(*choice->getCond(), *update.value, is_kept_last);
    }
    const auto* const call = dyn_cast<clang::CallExpr>(&value);
    const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || call->getNumArgs() != 2) return {};
    const bool is_left = is_self(call->getArg(0));
    if (!is_left && !is_self(call->getArg(1))) return {};
    update.value = call->getArg(is_left ? 1 : 0);
    return of_function(*callee, is_left ? 0 : 1, update);
  }

  // `self` is the argument that is the variable.
  std::optional<Operation> of_function(const clang::FunctionDecl& function, unsigned self, Update& update) {
    const std::string called = function.getNameAsString();
    const std::string combine = called + "(a, b)";
    if (called == "fmax" || called == "fmaxf") return Operation{"maximum", combine, true, 0};
    if (called == "fmin" || called == "fminf") return Operation{"minimum", combine, true, 0};
    const clang::FunctionDecl* const own = own_definition(function);
    const auto* const body = own ? dyn_cast<clang::CompoundStmt>(own->getBody()) : nullptr;
    const auto* const end = body && body->size() == 1 ? dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
    const auto* const choice = end && end->getRetValue()
                                   ? dyn_cast<clang::ConditionalOperator>(end->getRetValue()->IgnoreParenImpCasts())
                                   : nullptr;
    if (!choice || own->getNumParams() != 2) return {};
    const clang::VarDecl* const yes = named_by(choice->getTrueExpr());
    const clang::VarDecl* const no = named_by(choice->getFalseExpr());
    const auto* const compared = dyn_cast<clang::BinaryOperator>(choice->getCond()->IgnoreParenImpCasts());
    if (!yes || !no || yes == no || !compared || !compared->isRelationalOp()) return {};
    const clang::VarDecl* const left = named_by(compared->getLHS());
    if ((left != yes && left != no) || named_by(compared->getRHS()) != (left == yes ? no : yes)) return {};
    const bool is_greater = compared->getOpcode() == clang::BO_GT || compared->getOpcode() == clang::BO_GE;
    update.on_nan = no == own->getParamDecl(self) ? OnNan::keeps : OnNan::takes;
    return Operation{is_greater == (left == yes) ? "maximum" : "minimum", combine, true, 0};
  }

  // The larger or the smaller of the variable and `value`, which is taken if the condition has the value `truth`.
  std::optional<Operation> chosen_by(const clang::Expr& condition, const clang::Expr& value, bool truth) {
    const auto* const compared = dyn_cast<clang::BinaryOperator>(condition.IgnoreParenImpCasts());
    if (!compared || !compared->isRelationalOp()) return {};
    const bool is_value_left = is_same(*compared->getLHS(), value) && is_self(compared->getRHS());
    const bool is_value_right = is_same(*compared->getRHS(), value) && is_self(compared->getLHS());
    if (is_value_left == is_value_right) return {};
    const bool is_greater = compared->getOpcode() == clang::BO_GT || compared->getOpcode() == clang::BO_GE;
    return is_greater == (is_value_left == truth) ? Operation{"maximum", "b > a ? b : a", true, 0}
                                                  : Operation{"minimum", "b < a ? b : a", true, 0};
  }

  [[nodiscard]] bool is_same(const clang::Expr& a, const clang::Expr& b) const {
    llvm::FoldingSetNodeID left, right;
    a.IgnoreParenImpCasts()->Profile(left, context_, true);
    b.IgnoreParenImpCasts()->Profile(right, context_, true);
    return left == right;
  }

  // Only the updates may access the variable.
  void check_reads() {
    std::set<const clang::Stmt*> allowed, within_values;
    for (const Update& update : found_.updates) {
      walk(update.statement, [&](const clang::Stmt& one, const Around&) { allowed.insert(&one); });
      if (update.value) walk(update.value, [&](const clang::Stmt& one, const Around&) { within_values.insert(&one); });
    }
    walk(nest_.function->getBody(), [&](const clang::Stmt& statement, const Around& around) {
      const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement);
      if (!reference || reference->getDecl() != found_.variable || !is_in_turn(statement, around, nest_)) return;
      if (std::ranges::find(around, nest_.loops.front().loop) == around.end()) return;
      if (allowed.contains(&statement) && !within_values.contains(&statement)) return;
      const clang::Stmt* shown = &statement;
      for (auto place = around.rbegin(); place != around.rend() && isa<clang::Expr>(*place); ++place) shown = *place;
      stop_carried(*shown);
    });
  }

  void find_start() {
    std::vector<Write> outside;
    for (const Write& write : symbols_.variables().writes(*found_.variable)) {
      const bool is_in_loops = std::ranges::find(write.around, nest_.loops.front().loop) != write.around.end();
      const bool is_in_body =
          write.at == nest_.body || std::ranges::find(write.around, nest_.body) != write.around.end();
      if (is_in_loops && !is_in_body)
        stop(*write.at, name() + " begins anew in the loops over pixels, for each row",
             "gather one value from all pixels, or write a function of a row");
      if (!is_in_loops) outside.push_back(write);
    }
    if (outside.empty() || !outside.back().value)
      throw Obstacle{found_.variable->getLocation(), name() + " has no value before the loops",
                     "give it one where it is declared"};
    found_.start = outside.back().value;
    const auto first = symbols_.element(*found_.start->IgnoreParenImpCasts(), outside.back().around);
    if (first && std::ranges::all_of(first->index, [](const Poly& poly) { return poly == Poly(0); })) {
      check_pixel_start(*first);
      found_.is_from_pixel = true;
    } else if (!operation_.is_choice && !is_number(*found_.start, operation_.neutral)) {
      stop(*found_.start,
           "the " + operation_.word + " " + name() + " begins at '" + text_of(*found_.start, context_) + "'",
           "begin at " + std::to_string(operation_.neutral) + ", and bring the other value in afterwards");
    }
  }

  // The first pixel may be counted twice only if pixels are combined without conversion.
  void check_pixel_start(const Element& first) {
    const bool is_plain = operation_.is_choice && found_.updates.size() == 1 &&
                          std::ranges::any_of(images_.accesses, [&](const Access& access) {
                            if (access.image != first.image) return false;
                            const clang::Expr* value = found_.updates.front().value->IgnoreParenImpCasts();
                            if (const clang::VarDecl* const local = named_by(value)) {
                              const std::vector<Write>& writes = symbols_.variables().writes(*local);
                              if (writes.size() == 1 && writes.front().value)
                                value = writes.front().value->IgnoreParenImpCasts();
                            }
                            return value == access.expression;
                          });
    if (!is_plain)
      stop(*found_.start, name() + " begins at a pixel, and gathers other values than pixels of that image",
           "begin at a number: 0 for a sum, the smallest value of the type for a maximum");
  }

  [[nodiscard]] bool is_number(const clang::Expr& expression, std::int64_t number) const {
    clang::Expr::EvalResult result;
    if (expression.EvaluateAsInt(result, context_)) {
      const llvm::APSInt& value = result.Val.getInt();
      return number == -1 ? value.isAllOnes() : value == number;
    }
    llvm::APFloat real(0.0);
    return expression.EvaluateAsFloat(real, context_) && real.convertToDouble() == static_cast<double>(number);
  }

  void find_result() {
    const clang::Stmt* extra = nullptr;
    for (const clang::Stmt* const statement : nest_.after) {
      const auto* const end = dyn_cast<clang::ReturnStmt>(statement);
      const auto* const write = dyn_cast<clang::BinaryOperator>(statement);
      if (end && (!end->getRetValue() || is_self(end->getRetValue()))) {
        if (end->getRetValue()) check_type(*end, nest_.function->getReturnType());
      } else if (write && write->getOpcode() == clang::BO_Assign && is_self(write->getRHS()) && !found_.result &&
                 isa<clang::ParmVarDecl>(*place_of(*write->getLHS()))) {
        found_.result = place_of(*write->getLHS());
        check_type(*write, write->getLHS()->getType());
      } else {
        extra = statement;
      }
    }
    if (extra)
      stop(*extra, "after the loops, '" + text_of(*extra, context_) + "' does more than return " + name(),
           "return " + found_.variable->getNameAsString() + ", and let the caller do the rest");
    if (!found_.result && nest_.function->getReturnType()->isVoidType())
      throw Obstacle{found_.variable->getLocation(), name() + " is accumulated and never used", "return it"};
  }

  // The parameter of `*p` and `p[0]`; otherwise the variable itself, which is no parameter.
  const clang::VarDecl* place_of(const clang::Expr& target) {
    const auto place = symbols_.element(target, {nest_.function->getBody()});
    const bool is_first = place && place->index.size() == 1 && place->index.front() == Poly(0);
    return is_first ? place->image : found_.variable;
  }

  void check_type(const clang::Stmt& at, clang::QualType type) {
    if (!context_.hasSameUnqualifiedType(type, found_.variable->getType()))
      stop(at,
           name() + " is a '" + found_.variable->getType().getUnqualifiedType().getAsString() + "', and becomes a '" +
               type.getUnqualifiedType().getAsString() + "' after the loops",
           "let both have one type");
  }

  const Nest& nest_;
  const Images& images_;
  Symbols& symbols_;
  clang::ASTContext& context_;
  Accumulation found_;
  Operation operation_;
};

}  // namespace

Accumulation find_accumulation(const clang::VarDecl& variable, const Nest& nest, const Images& images, Symbols& symbols,
                               clang::ASTContext& context) {
  return AccumulationFinder(variable, nest, images, symbols, context).find();
}

void check_updates(const clang::VarDecl& variable, const Nest& nest, const Images& images, Symbols& symbols,
                   clang::ASTContext& context) {
  AccumulationFinder(variable, nest, images, symbols, context).check();
}

}  // namespace preamar::convert
