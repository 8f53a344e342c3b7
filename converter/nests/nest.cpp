#include "nests/nest.h"

#include "nests/obstacle.h"
#include "origin.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

std::vector<const clang::Stmt*> statements_of(const clang::Stmt* statement) {
  const auto* const block = clang::dyn_cast_or_null<clang::CompoundStmt>(statement);
  if (!block) return {statement};
  return {block->body_begin(), block->body_end()};
}

const clang::Expr* bare(const clang::Stmt* statement) {
  const auto* const expression = clang::dyn_cast_or_null<clang::Expr>(statement);
  return expression ? expression->IgnoreParenImpCasts() : nullptr;
}

bool is_zero(const clang::Expr& expression, const clang::ASTContext& context) {
  clang::Expr::EvalResult result;
  return expression.EvaluateAsInt(result, context) && result.Val.getInt() == 0;
}

class NestFinder {
 public:
  NestFinder(const clang::FunctionDecl& function, Symbols& symbols, clang::ASTContext& context)
      : symbols_(symbols), context_(context) {
    nest_.function = &function;
  }

  Nest find() {
    Around around{nest_.function->getBody()};
    for (const clang::Stmt* const statement : statements_of(nest_.function->getBody())) {
      if (nest_.body) {
        if (isa<clang::ForStmt>(statement))
          stop(*statement, "a second loop after the loops over pixels, which reads what all of their turns wrote",
               "write a function for each, and mark both");
        nest_.after.push_back(statement);
      } else if (const auto* const loop = dyn_cast<clang::ForStmt>(statement)) {
        if (!clears(*loop, around)) enter(*loop, around);
      } else if (!clears_by_call(*statement)) {
        keep(*statement);
      }
    }
    if (!nest_.body)
      throw Obstacle{nest_.function->getLocation(), quoted(*nest_.function) + " has no for loop over pixels",
                     "write for (int y = 0; y < height; y++) for (int x = 0; x < width; x++), or leave out the mark"};
    if (odd_)
      stop(*odd_, "'" + text_of(*odd_, context_) + "' stands before the loops over pixels",
           "let the function consist of declarations and the loops");
    return std::move(nest_);
  }

 private:
  void keep(const clang::Stmt& statement) {
    if (isa<clang::DeclStmt>(statement) || isa<clang::NullStmt>(statement)) return nest_.before.push_back(&statement);
    const clang::Expr* const expression = bare(&statement);
    const clang::Expr* const target = expression ? written_by(*expression) : nullptr;
    if (target) return nest_.before.push_back(&statement);
    if (!odd_) odd_ = &statement;
  }

  void enter(const clang::ForStmt& loop, const Around& around) {
    nest_.loops.push_back(read(loop, around));
    symbols_.add_pixel_loop(*nest_.loops.back().variable);
    if (symbols_.variables().changes_in(*nest_.loops.back().variable, *loop.getBody()))
      stop(loop, quoted(*nest_.loops.back().variable) + ", the variable of a loop over pixels, is changed in it",
           "let only the loop change it");
    Around inside = around;
    inside.push_back(&loop);
    if (isa<clang::CompoundStmt>(loop.getBody())) inside.push_back(loop.getBody());
    const std::vector<const clang::Stmt*> all = statements_of(loop.getBody());
    const auto is_loop = [](const clang::Stmt* statement) { return isa<clang::ForStmt>(statement); };
    const auto inner = std::ranges::find_if(all, is_loop);
    const bool is_outer = inner != all.end() && nest_.loops.size() < 3 && std::all_of(all.begin(), inner, is_plain) &&
                          is_over_pixels(clang::cast<clang::ForStmt>(**inner), inside);
    if (!is_outer) {
      nest_.body = loop.getBody();
      return;
    }
    if (inner + 1 != all.end() && nest_.loops.size() > 1) {  // a loop inside the iteration of a pixel
      nest_.body = loop.getBody();
      return;
    }
    if (inner + 1 != all.end())
      stop(**(inner + 1), "work between the loops over pixels, behind the inner one",
           "do it for each pixel, or in a function of its own");
    for (auto place = all.begin(); place != inner; ++place) keep(**place);
    enter(clang::cast<clang::ForStmt>(**inner), inside);
  }

  static bool is_plain(const clang::Stmt* statement) {
    const clang::Expr* const expression = bare(statement);
    return isa<clang::DeclStmt>(statement) || (expression && written_by(*expression));
  }

  // Loops with small constant bounds are loops over a window.
  bool is_over_pixels(const clang::ForStmt& loop, const Around& around) {
    const Loop parts = read_loop(loop);
    if (!parts.variable || !parts.start || !parts.bound) return false;
    const Poly start = symbols_.of(*parts.start, around), bound = symbols_.of(*parts.bound, around);
    const auto is_small = [](const Poly& poly) { return poly.number() && *poly.number() <= 31; };
    const bool is_from_pixel = std::ranges::any_of(nest_.loops, [&](const PixelLoop& outer) {
      const Atom atom = symbols_.atom_of(*outer.variable);
      return start.contains(atom) || bound.contains(atom);
    });
    return !is_from_pixel && !(is_small(start) && is_small(bound));
  }

  PixelLoop read(const clang::ForStmt& loop, const Around& around) {
    const Loop parts = read_loop(loop);
    if (!parts.variable || !parts.start || !parts.bound)
      stop(loop, "a loop over pixels that is not like for (x = 0; x < width; x++)", "write it so");
    const std::string name = quoted(*parts.variable);
    const Poly start = symbols_.of(*parts.start, around);
    const Poly step = parts.step ? symbols_.of(*parts.step, around) : Poly(1);
    if (!parts.is_rising || parts.relation == clang::BO_GT || parts.relation == clang::BO_GE)
      stop(loop, "the loop over " + name + " goes down",
           "let it go up: where the order matters, turns depend on one another, and cannot run at once");
    if (!(step == Poly(1)))
      stop(loop,
           "the loop over " + name + " takes steps of " + text_of(*parts.step, context_) +
               ", so that the result is not as large as the image or has gaps",
           "visit every pixel; take every second one of the result afterwards");
    if (!start.number() || *start.number() < 0)
      stop(*parts.start, "the loop over " + name + " begins at '" + text_of(*parts.start, context_) + "'",
           "begin at a number, 0 or more");
    Poly end = symbols_.of(*parts.bound, around);
    if (parts.relation == clang::BO_LE) end = end + 1;
    PixelLoop found{&loop, parts.variable, end - end.constant(), *start.number(), -end.constant()};
    if (end.number()) found = with_numbers(found, *parts.bound, end, around);
    if (parts.relation == clang::BO_NE && (found.first != 0 || found.last != 0))
      stop(*parts.bound,
           "the loop over " + name + " ends only where it meets its bound, which small images do not let it",
           "compare with <");
    if (found.last < 0 || !is_extent(found.extent))
      stop(*parts.bound,
           "the loop over " + name + " ends at '" + text_of(*parts.bound, context_) +
               "', which is no extent of an image",
           "end it at a parameter or a number, less a number where the last pixels are left out");
    return found;
  }

  // The extent in `x < WIDTH - 1` is WIDTH.
  PixelLoop with_numbers(PixelLoop found, const clang::Expr& bound, const Poly& end, const Around& around) {
    found.extent = end;
    found.last = 0;
    const auto* const difference = dyn_cast<clang::BinaryOperator>(bare(&bound));
    if (!difference || difference->getOpcode() != clang::BO_Sub) return found;
    const Poly extent = symbols_.of(*difference->getLHS(), around);
    if (!extent.number() || *extent.number() < *end.number()) return found;
    found.extent = extent;
    found.last = *extent.number() - *end.number();
    return found;
  }

  // A number, a parameter, or a product of parameters.
  bool is_extent(const Poly& poly) {
    if (const auto number = poly.number()) return *number > 0;
    if (poly.terms().size() != 1 || poly.terms().begin()->second != 1) return false;
    return std::ranges::all_of(poly.terms().begin()->first, [&](Atom atom) {
      const Symbol& symbol = symbols_.at(atom);
      return symbol.kind == Symbol::Kind::variable && symbol.is_steady && isa<clang::ParmVarDecl>(symbol.variable);
    });
  }

  // `for (k = 0; k < bins; k++) counters[k] = 0;`
  bool clears(const clang::ForStmt& loop, const Around& around) {
    const std::vector<const clang::Stmt*> body = statements_of(loop.getBody());
    const auto* const write =
        body.size() == 1 ? clang::dyn_cast_or_null<clang::BinaryOperator>(bare(body.front())) : nullptr;
    const Loop parts = read_loop(loop);
    if (!write || write->getOpcode() != clang::BO_Assign || !is_zero(*write->getRHS(), context_) || !parts.variable ||
        !parts.start || !is_zero(*parts.start, context_) || !parts.bound || parts.relation != clang::BO_LT)
      return false;
    const auto* const place = dyn_cast<clang::ArraySubscriptExpr>(write->getLHS()->IgnoreParenImpCasts());
    const clang::VarDecl* const counters = place ? named_by(place->getBase()) : nullptr;
    if (!counters || !isa<clang::ParmVarDecl>(counters) || named_by(place->getIdx()) != parts.variable) return false;
    return remember(*counters, symbols_.of(*parts.bound, around));
  }

  // `memset(counters, 0, bins * sizeof(int))`
  bool clears_by_call(const clang::Stmt& statement) {
    const auto* const call = clang::dyn_cast_or_null<clang::CallExpr>(bare(&statement));
    const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || callee->getNameAsString() != "memset" || call->getNumArgs() != 3) return false;
    const clang::VarDecl* const counters = named_by(call->getArg(0)->IgnoreParenCasts());
    if (!counters || !isa<clang::ParmVarDecl>(counters) || !counters->getType()->isPointerType() ||
        !is_zero(*call->getArg(1), context_))
      return false;
    const std::int64_t size = context_.getTypeSizeInChars(counters->getType()->getPointeeType()).getQuantity();
    const Poly bytes = symbols_.of(*call->getArg(2), {nest_.function->getBody()});
    if (size <= 0 || bytes.terms().size() != 1 || bytes.terms().begin()->second % size != 0) return false;
    if (const auto number = bytes.number()) return remember(*counters, *number / size);
    const auto& [product, coefficient] = *bytes.terms().begin();
    return coefficient == size && product.size() == 1 && remember(*counters, Poly::of(product.front()));
  }

  bool remember(const clang::VarDecl& counters, const Poly& count) {
    const auto atom = count.atom();
    const auto number = count.number();
    const clang::VarDecl* const parameter = atom ? symbols_.at(*atom).variable : nullptr;
    if (!number && !(parameter && isa<clang::ParmVarDecl>(parameter))) return false;
    nest_.cleared.push_back({&counters, parameter, number.value_or(0)});
    return true;
  }

  Symbols& symbols_;
  clang::ASTContext& context_;
  Nest nest_;
  const clang::Stmt* odd_ = nullptr;  // neither a declaration nor a loop
};

}  // namespace

Nest find_nest(const clang::FunctionDecl& function, Symbols& symbols, clang::ASTContext& context) {
  return NestFinder(function, symbols, context).find();
}

}  // namespace preamar::convert
