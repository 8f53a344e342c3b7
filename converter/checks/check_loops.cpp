#include "checks/checks.h"
#include "checks/dependence.h"
#include "checks/loop.h"
#include "checks/ranges.h"
#include "checks/while_loop.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

const char* const as_for =
    "write it as a for with a constant bound, and a break where it is done; or let a statement of its body, as i++, "
    "lead a "
    "variable of the condition to its bound";

class Loops {
 public:
  Loops(const Marked& marked, clang::ASTContext& context, Refusals& refusals)
      : dependence_(marked), context_(context), refusals_(refusals) {}

  void check(const clang::FunctionDecl& function) {
    const Ranges ranges(function, context_);
    walk(function.getBody(), [&](const clang::Stmt& statement, const Around& around) {
      if (const auto* const loop = dyn_cast<clang::ForStmt>(&statement))
        check(*loop, around, ranges, function);
      else if (const auto* const repeated = dyn_cast<clang::WhileStmt>(&statement))
        check_condition(*repeated->getCond(), statement, "while", around, ranges, function);
      else if (const auto* const tail = dyn_cast<clang::DoStmt>(&statement))
        check_condition(*tail->getCond(), statement, "do", around, ranges, function);
      else if (isa<clang::GotoStmt>(statement) || isa<clang::IndirectGotoStmt>(statement))
        refusals_.add(statement.getBeginLoc(), "a goto: nothing shows how often it is taken",
                      "use for and break, or a function of its own with return");
      else if (isa<clang::SwitchCase>(statement))
        check_case(statement, around);
    });
  }

 private:
  // Macros are written as `do { ... } while (0)`.
  void check_condition(const clang::Expr& condition, const clang::Stmt& loop, const std::string& word,
                       const Around& around, const Ranges& ranges, const clang::FunctionDecl& function) {
    if (ranges.constant(condition, around) == 0) return;
    const std::optional<WhileLoop> known = read_while(loop, context_);
    if (!known || dependence_.variables(function).is_address_taken(*known->variable)) {
      refusals_.add(loop.getBeginLoc(), "a " + word + " loop: nothing shows how many turns it takes", as_for);
    } else if (known->bound) {
      const std::string cause = cause_of_turns(*known, loop, around, function);
      if (!cause.empty())
        refusals_.add(loop.getBeginLoc(),
                      "a " + word + " loop from or to " + cause + ", so pixels would decide how many turns it takes",
                      "use the largest bound there can be, and a break where it is done");
    }
  }

  // Why the start of the variable or its bound is unknown.
  [[nodiscard]] std::string cause_of_turns(const WhileLoop& known, const clang::Stmt& loop, const Around& around,
                                           const clang::FunctionDecl& function) const {
    const Variables& variables = dependence_.variables(function);
    const std::string name = "'" + known.variable->getNameAsString() + "'";
    if (const std::string cause = dependence_.cause(*known.bound, around, function); !cause.empty()) return cause;
    if (clang::isa<clang::ParmVarDecl>(known.variable)) return name + ", which may be anything";
    for (const Write& write : variables.writes(*known.variable)) {
      if (std::ranges::find(write.around, &loop) != write.around.end()) continue;
      if (!write.value) return name + ", which changes elsewhere too";
      if (const std::string cause = dependence_.cause(*write.value, write.around, function); !cause.empty())
        return cause;
    }
    return "";
  }

  void check_case(const clang::Stmt& label, const Around& around) {
    for (std::size_t depth = around.size(); depth-- > 0;) {
      if (isa<clang::SwitchStmt>(around[depth])) return;
      if (isa<clang::ForStmt>(around[depth]) || isa<clang::WhileStmt>(around[depth]) ||
          isa<clang::DoStmt>(around[depth]))
        return refusals_.add(label.getBeginLoc(), "a switch that jumps into a loop", "put the switch into the loop");
    }
  }

  void check(const clang::ForStmt& loop, const Around& around, const Ranges& ranges,
             const clang::FunctionDecl& function) {
    const Loop parts = read_loop(loop);
    const auto refuse = [&](const clang::Stmt& at, const std::string& what, const std::string& instead) {
      refusals_.add(at.getBeginLoc(), what, instead);
    };
    if (!parts.variable)
      return refuse(
          loop,
          "a for loop whose third part is not like i++, i -= 2 or i = i + 1: nothing shows how many turns it takes",
          "write for (int i = 0; i < bound; i++), and a break where it is done");
    const std::string name = "'" + parts.variable->getNameAsString() + "'";
    if (!parts.variable->getType()->isIntegerType())
      return refuse(loop, "a for loop over " + name + ", which is no integer: rounding decides how many turns it takes",
                    "count turns by an int, and compute the other value from it");
    if (!parts.start)
      return refuse(loop, "a for loop whose first part does not set " + name, "set it there: for (i = 0; ...");
    if (!parts.bound)
      return refuse(loop, "a for loop whose condition does not compare " + name + " with a bound",
                    "write " + parts.variable->getNameAsString() + " < bound, and && before further conditions");
    if (is_changed_elsewhere(*parts.variable, loop, parts, function))
      return refuse(loop, name + ", the variable of a for loop, is also changed in the loop",
                    "use another variable, or break");
    for (const clang::Expr* const end : {parts.start, parts.bound})
      if (const std::string cause = cause_of(*end, around, loop, function); !cause.empty())
        return refuse(*end,
                      "a bound of a for loop depends on " + cause + ", so pixels would decide how many turns it takes",
                      "use the largest bound there can be, and a break where it is done");
    check_end(loop, parts, around, ranges);
  }

  [[nodiscard]] std::string cause_of(const clang::Expr& end, const Around& around, const clang::ForStmt& loop,
                                     const clang::FunctionDecl& function) const {
    Around inside = around;
    inside.push_back(&loop);
    inside.push_back(loop.getInit());  // the variable does not change yet
    return dependence_.cause(end, inside, function);
  }

  [[nodiscard]] bool is_changed_elsewhere(const clang::VarDecl& variable, const clang::ForStmt& loop, const Loop& parts,
                                          const clang::FunctionDecl& function) const {
    const Variables& variables = dependence_.variables(function);
    if (variables.is_address_taken(variable)) return true;
    return std::ranges::any_of(variables.writes(variable), [&](const Write& write) {
      const bool is_inside = std::ranges::find(write.around, &loop) != write.around.end();
      const bool is_start =
          write.at == loop.getInit() || std::ranges::find(write.around, loop.getInit()) != write.around.end();
      return is_inside && !is_start && write.at != parts.change;
    });
  }

  // Whether the steps reach the bound, and do not jump over it and wrap around.
  void check_end(const clang::ForStmt& loop, const Loop& parts, const Around& around, const Ranges& ranges) {
    const std::string name = "'" + parts.variable->getNameAsString() + "'";
    const std::optional<std::int64_t> written = parts.step ? ranges.constant(*parts.step, around) : 1;
    if (!written)
      return refusals_.add(parts.step->getBeginLoc(), "the step of " + name + " in a for loop is no constant",
                           "use a constant step");
    const std::int64_t step = parts.is_rising ? *written : -*written;
    const bool is_upwards = parts.relation == clang::BO_LT || parts.relation == clang::BO_LE;
    const bool is_unequal = parts.relation == clang::BO_NE;
    const Range start = ranges.of(*parts.start, around), bound = ranges.of(*parts.bound, around);
    const bool is_exact = start.low == start.high && bound.low == bound.high;
    if (step == 0 || (!is_unequal && is_upwards != (step > 0)))
      return refusals_.add(loop.getBeginLoc(), "a for loop whose steps do not lead " + name + " to its bound",
                           step == 0 ? "use a step that is not 0" : "turn the step or the comparison round");
    if (is_unequal && !(is_exact && (bound.low - start.low) % step == 0 && (bound.low - start.low) / step >= 0))
      return refusals_.add(loop.getBeginLoc(), "a for loop that ends only where " + name + " meets its bound exactly",
                           step > 0 ? "compare with <" : "compare with >");
    if (!is_unequal && may_go_round(parts, step, bound, ranges))
      refusals_.add(loop.getBeginLoc(),
                    "a for loop that may never end: " + name + " is '" + parts.variable->getType().getAsString() +
                        "', and may go round before it reaches its bound",
                    "let it be an int");
  }

  // Whether the last value that passes the condition, plus one step, exceeds the type. For int and wider types that
  // would be an error of the source, so they are trusted.
  [[nodiscard]] bool may_go_round(const Loop& parts, std::int64_t step, Range bound, const Ranges& ranges) const {
    const clang::QualType type = parts.variable->getType();
    if (type->isSignedIntegerType() && context_.getIntWidth(type) >= 32) return false;
    const Range whole = ranges.of(type);
    const bool is_end_included = parts.relation == clang::BO_LE || parts.relation == clang::BO_GE;
    if (step > 0) return bound.high > whole.high - step + (is_end_included ? 0 : 1);
    return bound.low < whole.low - step - (is_end_included ? 0 : 1);
  }

  Dependence dependence_;
  clang::ASTContext& context_;
  Refusals& refusals_;
};

}  // namespace

void check_loops(const Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  Loops loops(marked, context, refusals);
  for (const clang::FunctionDecl* const function : marked.functions) loops.check(*function);
}

}  // namespace preamar::convert
