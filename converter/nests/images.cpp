#include "nests/images.h"

#include "nests/axes.h"
#include "nests/obstacle.h"
#include "origin.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

class Collector {
 public:
  Collector(const Nest& nest, Symbols& symbols, clang::ASTContext& context)
      : nest_(nest), symbols_(symbols), context_(context) {}

  Images collect() {
    walk(nest_.function->getBody(), [&](const clang::Stmt& statement, const Around& around) {
      if (is_in_turn(statement, around, nest_)) visit(statement, around);
    });
    walk(nest_.function->getBody(), [&](const clang::Stmt& statement, const Around& around) {
      if (is_in_turn(statement, around, nest_)) check_others(statement, around);
    });
    check_names();
    find_written();
    find_axes(images_, nest_, symbols_, context_);
    return std::move(images_);
  }

 private:
  void visit(const clang::Stmt& statement, const Around& around) {
    const auto* const expression = dyn_cast<clang::Expr>(&statement);
    if (!expression || images_.used.contains(&statement)) return;
    const auto* const unary = dyn_cast<clang::UnaryOperator>(expression);
    const bool is_place =
        isa<clang::ArraySubscriptExpr>(expression) || (unary && unary->getOpcode() == clang::UO_Deref);
    if (!is_place || !expression->getType()->isArithmeticType() || is_address_of(parent(around))) return;
    std::optional<Element> element = symbols_.element(*expression, around);
    if (!element) return;
    if (std::ranges::find(around, nest_.loops.front().loop) == around.end()) {
      images_.outside.push_back(expression);
      walk(expression, [&](const clang::Stmt& part, const Around&) { images_.used.insert(&part); });
      return;
    }
    Access access{expression, around, element->image, std::move(element->index), true, false, {}};
    const clang::Stmt* const outer = parent(around);
    if (const clang::Expr* const target = outer ? written_by(*outer) : nullptr;
        target && target->IgnoreParenImpCasts() == expression) {
      access.is_written = true;
      const auto* const binary = dyn_cast<clang::BinaryOperator>(outer);
      access.is_read = !binary || binary->getOpcode() != clang::BO_Assign;
    }
    // Counters are indexed by pixels, whose accesses are analysed separately; everything else is one access.
    const bool is_counter = access.is_written && access.is_read && !is_at_pixel(access);
    walk(is_counter ? base_of(*expression) : expression,
         [&](const clang::Stmt& part, const Around&) { images_.used.insert(&part); });
    if (is_counter)
      images_.counted.push_back(std::move(access));
    else
      images_.accesses.push_back(std::move(access));
  }

  static const clang::Stmt* base_of(const clang::Expr& place) {
    const auto* const subscript = dyn_cast<clang::ArraySubscriptExpr>(&place);
    if (!subscript) return &place;
    const auto* const outer = dyn_cast<clang::ArraySubscriptExpr>(subscript->getBase()->IgnoreParenImpCasts());
    return outer ? base_of(*outer) : subscript->getBase();
  }

  // Every variable of the loops occurs in its index.
  bool is_at_pixel(const Access& access) {
    return std::ranges::all_of(nest_.loops, [&](const PixelLoop& loop) {
      return std::ranges::any_of(access.index,
                                 [&](const Poly& poly) { return mentions(poly, *loop.variable, symbols_); });
    });
  }

  static const clang::Stmt* parent(const Around& around) {
    for (auto place = around.rbegin(); place != around.rend(); ++place)
      if (!isa<clang::ParenExpr>(*place) && !isa<clang::ImplicitCastExpr>(*place)) return *place;
    return nullptr;
  }

  // Pointers that are used for anything but an element of an image.
  void check_others(const clang::Stmt& statement, const Around& around) {
    const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement);
    const auto* const variable = reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || images_.used.contains(&statement) || !variable->getType()->isPointerType()) return;
    const clang::QualType pointee = variable->getType()->getPointeeType();
    if (pointee->isRecordType()) return check_settings(*variable, statement, around);
    if (pointee->isPointerType())
      stop(statement, quoted(*variable) + " is a pointer to pointers, so that its rows may lie anywhere",
           "hand over one array, and " + std::string(as_index));
    const clang::Stmt* const outer = parent(around);
    if (const auto* const call = clang::dyn_cast_or_null<clang::CallExpr>(outer)) {
      const clang::FunctionDecl* const callee = call->getDirectCallee();
      stop(statement,
           quoted(*variable) + " is handed to " + (callee ? quoted(*callee) : "a function") +
               ", so it is not known where it is read",
           "index it here, and hand over values");
    }
    if (written_by(*outer) && named_by(written_by(*outer)) == variable &&
        symbols_.variables().writes(*variable).size() > 1)
      stop(*outer, "the pointer " + quoted(*variable) + " moves from turn to turn", as_index);
    if (isa<clang::UnaryOperator>(outer) && clang::cast<clang::UnaryOperator>(outer)->isIncrementDecrementOp())
      stop(*outer, "the pointer " + quoted(*variable) + " moves from turn to turn", as_index);
    // The only value of a pointer to a row or to the pixel; its uses are analysed where they occur.
    for (const clang::Stmt* const one : around) {
      const auto* const binary = dyn_cast<clang::BinaryOperator>(one);
      if (isa<clang::DeclStmt>(one) || (binary && binary->isAssignmentOp() && is_pointer(*binary->getLHS()))) return;
    }
    stop(statement, quoted(*variable) + " is used in a way that does not show which pixel is meant", as_index);
  }

  // Fields of a struct of settings are read individually; if there are several elements, they are pixels.
  void check_settings(const clang::VarDecl& variable, const clang::Stmt& reference, const Around& around) {
    const auto* const outer = parent(around);
    const auto* const unary = clang::dyn_cast_or_null<clang::UnaryOperator>(outer);
    if (clang::isa_and_nonnull<clang::MemberExpr>(outer) || (unary && unary->getOpcode() == clang::UO_Deref)) return;
    stop(reference, quoted(variable) + " is used as an array of structs, or handed on",
         "take an image of numbers for each channel");
  }

  static bool is_pointer(const clang::Expr& expression) { return expression.getType()->isPointerType(); }

  // In the text of an iteration, images have the names of the parameters, so nothing else may have them.
  void check_names() {
    walk(nest_.function->getBody(), [&](const clang::Stmt& statement, const Around& around) {
      const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement);
      if (!declaration || !is_in_turn(statement, around, nest_)) return;
      for (const clang::Decl* const one : declaration->decls())
        for (const Access& access : images_.accesses)
          if (const auto* const variable = dyn_cast<clang::VarDecl>(one);
              variable && variable->getIdentifier() == access.image->getIdentifier())
            throw Obstacle{variable->getLocation(), quoted(*variable) + " hides the image of that name",
                           "give it another name"};
    });
  }

  void find_written() {
    for (std::vector<Access>* const all : {&images_.accesses, &images_.counted})
      for (const Access& access : *all) {
        if (!access.is_written) continue;
        const clang::VarDecl*& known = all == &images_.counted ? images_.counters : images_.result;
        if (known && known != access.image)
          stop(*access.expression, quoted(*known) + " and " + quoted(*access.image) + " are both written: two results",
               "write a function for each");
        known = access.image;
      }
    if (images_.counters && images_.result)
      stop(*images_.counted.front().expression,
           quoted(*images_.result) + " and " + quoted(*images_.counters) + " are both written: two results",
           "write a function for each");
    for (const Access& access : images_.accesses) {
      if (access.image == images_.counters)
        stop(*access.expression,
             "'" + text_of(*access.expression, context_) +
                 "' is read, but what a counter holds depends on the order of the pixels",
             "only add to counters");
      check_place(access);
    }
  }

  void check_place(const Access& access) {
    if (is_at_pixel(access)) return;
    const std::string place = "'" + text_of(*access.expression, context_) + "'";
    for (const Poly& index : access.index)
      for (const auto& [product, coefficient] : index.terms())
        for (const Atom atom : product)
          if (const Symbol& symbol = symbols_.at(atom); symbol.variable && !symbol.is_steady)
            stop(*access.expression,
                 "the index of " + place + " uses " + quoted(*symbol.variable) +
                     ", which changes on the way, so it does not show which pixel is meant",
                 "compute the index from the variables of the loops, once");
    if (access.is_written)
      stop(*access.expression, "each turn writes " + place + ", which is not at the pixel of the turn",
           "write one pixel of the result for each turn, at the same index");
    if (access.image == images_.result)
      stop(*access.expression, place + " is read, and another turn writes it", "read from another image");
    stop(*access.expression,
         place + " is not read at the pixel of the turn: " + quoted(*access.image) +
             " is no image of the size of the loops",
         "make a table a constant array of the file, or an array in a struct");
  }

  const Nest& nest_;
  Symbols& symbols_;
  clang::ASTContext& context_;
  Images images_;
};

}  // namespace

bool is_in_turn(const clang::Stmt& statement, const Around& around, const Nest& nest) {
  const auto is_within = [&](const clang::Stmt* root) {
    return &statement == root || std::ranges::find(around, root) != around.end();
  };
  return is_within(nest.body) || std::ranges::any_of(nest.before, is_within);
}

Images find_images(const Nest& nest, Symbols& symbols, clang::ASTContext& context) {
  return Collector(nest, symbols, context).collect();
}

}  // namespace preamar::convert
