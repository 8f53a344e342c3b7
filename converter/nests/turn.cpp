#include "nests/turn.h"

#include "nests/obstacle.h"
#include "nests/paths.h"
#include "origin.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

bool is_in_loop_over(const clang::VarDecl& variable, const Around& around) {
  return std::ranges::any_of(around, [&](const clang::Stmt* one) {
    const auto* const loop = dyn_cast<clang::ForStmt>(one);
    return loop && read_loop(*loop).variable == &variable;
  });
}

}  // namespace

TurnWriter::TurnWriter(const Nest& nest, const Images& images, const Window& window, Symbols& symbols,
                       clang::ASTContext& context)
    : nest_(nest),
      images_(images),
      window_(window),
      symbols_(symbols),
      context_(context),
      rewriting_(*nest.function, context),
      gone_(images.used) {}

void TurnWriter::forget(const clang::Stmt& statement) {
  walk(&statement, [&](const clang::Stmt& part, const Around&) { gone_.insert(&part); });
}

void TurnWriter::need(const clang::Stmt& expression) {
  walk(&expression, [&](const clang::Stmt& part, const Around&) {
    const auto* const reference = dyn_cast<clang::DeclRefExpr>(&part);
    if (const auto* const variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr)
      also_live_.insert(variable);
  });
}

void TurnWriter::return_value(const clang::Stmt& store, const clang::Expr& value, const std::string& before,
                              const std::string& behind) {
  const Span all = rewriting_.statement_span(store), inner = rewriting_.span_of(value);
  rewriting_.replace({all.first, inner.first}, "return " + before);
  if (!behind.empty() || rewriting_.plain({inner.second, all.second}) != ";")
    rewriting_.replace({inner.second, all.second}, behind + ";");
  std::set<const clang::Stmt*> kept;
  walk(&value, [&](const clang::Stmt& part, const Around&) { kept.insert(&part); });
  walk(&store, [&](const clang::Stmt& part, const Around&) {
    if (!kept.contains(&part) && isa<clang::DeclRefExpr>(part)) gone_.insert(&part);
  });
}

void TurnWriter::return_text(const clang::Stmt& store, const std::string& text) {
  rewriting_.replace(rewriting_.statement_span(store), "return " + text + ";");
  forget(store);
}

std::string TurnWriter::element(const Access& access) const {
  std::string text = access.image->getNameAsString();
  if (access.image != window_.image) return text;
  for (std::size_t axis = 0; axis < images_.axes.size(); ++axis)
    text += "[" + symbols_.text(offset_of(access, axis, images_, symbols_) + window_.half[axis]) + "]";
  return text;
}

void TurnWriter::replace_accesses(const Outcome& outcome) {
  for (const Access& access : images_.accesses) {
    const bool is_target = access.image == outcome.variable;
    rewriting_.replace(rewriting_.span_of(*access.expression),
                       is_target && !outcome.name.empty() ? outcome.name : element(access));
    // The part of an index that stays as in the source.
    for (std::size_t axis = 0; axis < images_.axes.size() && access.image == window_.image; ++axis) {
      const Poly offset = offset_of(access, axis, images_, symbols_);
      for (const auto& [product, coefficient] : offset.terms())
        for (const Atom atom : product) {
          const Symbol& symbol = symbols_.at(atom);
          if (symbol.variable) also_live_.insert(symbol.variable);
          if (symbol.expression) need(*symbol.expression);
        }
    }
  }
}

// Loops that count from the pixel's own row or column are changed to loops over distances.
void TurnWriter::replace_loops() {
  for (const Symbol* const symbol : symbols_.counted_from_pixel()) {
    const clang::ForStmt& loop = **symbol->loops.begin();
    const Loop parts = read_loop(loop);
    if (!symbol->low || !symbol->high) continue;
    const bool is_included = parts.relation == clang::BO_LE || parts.relation == clang::BO_GE;
    const Poly start = parts.is_rising ? *symbol->low : *symbol->high;
    const Poly bound = parts.is_rising ? *symbol->high + (is_included ? 0 : 1) : *symbol->low - (is_included ? 0 : 1);
    rewriting_.replace(rewriting_.span_of(*parts.start), symbols_.text(start));
    rewriting_.replace(rewriting_.span_of(*parts.bound), symbols_.text(bound));
    forget(*parts.start);
    forget(*parts.bound);
    // All uses of the variable see the row or column as before, except the comparison that ends the loop.
    walk(nest_.function->getBody(), [&](const clang::Stmt& statement, const Around& around) {
      const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement);
      if (!reference || reference->getDecl() != symbol->variable || gone_.contains(&statement)) return;
      const auto is_around = [&](const clang::Stmt* one) { return std::ranges::find(around, one) != around.end(); };
      const bool is_end = std::ranges::any_of(around, [&](const clang::Stmt* one) {
        const auto* const compared = dyn_cast<clang::BinaryOperator>(one);
        return compared && (compared->getLHS() == parts.bound || compared->getRHS() == parts.bound);
      });
      if (is_around(loop.getInit()) || is_around(loop.getInc()) || &statement == loop.getInc() || is_end) return;
      if (!is_around(&loop) && !is_in_loop_over(*symbol->variable, around) && is_in_turn(statement, around, nest_))
        stop(statement, quoted(*symbol->variable) + " is used behind the loop over it", "use another variable there");
      if (!is_around(&loop)) return;
      rewriting_.replace(rewriting_.span_of(statement),
                         "(" + symbols_.text(symbol->base) + " + " + symbol->variable->getNameAsString() + ")");
      also_live_.insert(symbols_.at(*symbol->base.atom()).variable);
    });
  }
}

// A `continue` of the loops over pixels ends the function.
void TurnWriter::end_turns(const Outcome& outcome) {
  const Paths paths = follow(
      {nest_.body}, [&](const clang::Stmt& statement) { return outcome.stores.contains(&statement); },
      [](const clang::Stmt&) { return false; });
  for (const clang::Stmt* const end : paths.continues) {
    const bool is_stored = std::ranges::find(paths.ends_without, end) == paths.ends_without.end();
    const Span span = rewriting_.statement_span(*end);
    if (!outcome.variable)
      rewriting_.replace(span, "return;");
    else if (!outcome.is_returned_at_once)
      rewriting_.replace(span, "return " + outcome.name + ";");
    else if (is_stored)
      rewriting_.erase_line(span);
    else
      rewriting_.replace(span, "return " + outcome.start + ";");
  }
  has_open_end_ = std::ranges::find(paths.ends_without, nest_.body) != paths.ends_without.end();
}

void TurnWriter::drop_names(const clang::DeclStmt& declaration, const Live& live, const Outcome& outcome) {
  std::vector<const clang::VarDecl*> dead;
  std::size_t count = 0;
  for (const clang::Decl* const one : declaration.decls()) {
    const auto* const variable = dyn_cast<clang::VarDecl>(one);
    ++count;
    if (!variable) continue;
    if (!live.variables.contains(variable) || symbols_.is_pixel_variable(*variable) || variable == outcome.variable)
      dead.push_back(variable);
  }
  if (dead.empty()) return;
  if (dead.size() == count) return rewriting_.erase_line(rewriting_.statement_span(declaration));
  rewriting_.erase_names(declaration, dead);
}

void TurnWriter::drop(const Live& live, const Outcome& outcome) {
  for (const clang::Stmt* const statement : live.dropped) rewriting_.erase_line(rewriting_.statement_span(*statement));
  const auto look_at = [&](const clang::Stmt& statement, const Around&) {
    if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement)) drop_names(*declaration, live, outcome);
  };
  walk(nest_.body, look_at);
  for (const clang::Stmt* const statement : nest_.before) walk(statement, look_at);
}

Turn TurnWriter::write(const Outcome& outcome) {
  replace_accesses(outcome);
  replace_loops();
  end_turns(outcome);
  const Live live = find_live(nest_, gone_, outcome.stores, also_live_);
  drop(live, outcome);
  Turn turn;
  turn.variables = live.variables;
  for (const clang::Stmt* const statement : nest_.before) {
    const auto* const write = dyn_cast<clang::Expr>(statement);
    const bool is_target = write && written_by(*write) && named_by(written_by(*write)) == outcome.variable;
    if (is_target) continue;
    turn.text += rewriting_.text(rewriting_.statement_span(*statement));
  }
  const bool is_local = outcome.variable && !outcome.is_returned_at_once;
  if (is_local)
    turn.text +=
        "  " + outcome.type + " " + outcome.name + (outcome.start.empty() ? "" : " = " + outcome.start) + ";\n";
  const auto* const block = dyn_cast<clang::CompoundStmt>(nest_.body);
  turn.text += rewriting_.text(block ? rewriting_.inner(*block) : rewriting_.statement_span(*nest_.body));
  if (is_local)
    turn.text += "  return " + outcome.name + ";\n";
  else if (outcome.variable && has_open_end_)
    turn.text += "  return " + outcome.start + ";\n";
  return turn;
}

}  // namespace preamar::convert
