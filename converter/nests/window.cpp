#include "nests/window.h"

#include "nests/edges.h"
#include "nests/obstacle.h"
#include "origin.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::isa;

const char* axis_name(std::size_t axis, std::size_t rank) {
  constexpr const char* names[] = {"plane", "row", "column"};
  return names[axis + 3 - rank];
}

class WindowFinder {
 public:
  WindowFinder(const Nest& nest, const Images& images, Symbols& symbols, clang::ASTContext& context)
      : nest_(nest), images_(images), symbols_(symbols), context_(context), edges_(nest, images, symbols) {
    window_.half.assign(images.axes.size(), 0);
  }

  Window find() {
    for (const Access& access : images_.accesses) look_at(access);
    if (window_.image) {
      for (std::int64_t& half : window_.half)
        if (half > 15)
          stop(*widest_->expression,
               "'" + text_of(*widest_->expression, context_) + "' reads " + std::to_string(half) +
                   " pixels away: windows have at most 31 rows and columns",
               "take a smaller window, or several functions one after another");
      if (is_bent_) window_.border = border_;
      if (!is_bent_ && is_guarded_) window_.border = Border::constant;
    }
    return std::move(window_);
  }

 private:
  void look_at(const Access& access) {
    bool is_around = false;
    for (std::size_t axis = 0; axis < images_.axes.size(); ++axis) {
      const Poly offset = offset_of(access, axis, images_, symbols_);
      check_known(access, axis, offset);
      const auto low = symbols_.low(offset), high = symbols_.high(offset);
      if (!low || !high) stop_unknown(access, axis, offset);
      if (*low > *high) continue;
      is_around = is_around || *low != 0 || *high != 0;
      const std::int64_t far = std::max(-*low, *high);
      if (far > window_.half[axis]) {
        window_.half[axis] = far;
        if (!access.is_written) widest_ = &access;
      }
    }
    if (is_around) check_around(access);
    for (std::size_t axis = 0; axis < images_.axes.size(); ++axis) check_edges(access, axis);
  }

  void check_around(const Access& access) {
    const std::string place = "'" + text_of(*access.expression, context_) + "'";
    if (access.is_written)
      stop(*access.expression, "each turn writes " + place + ", which is not at the pixel of the turn",
           "write one pixel of the result for each turn, at the index of the turn");
    if (access.image == images_.result) {
      stop(*access.expression, dependence(access),
           "read from another image than the one that is written; where each turn needs the result of the one before, "
           "the loops stay serial");
    }
    if (window_.image && window_.image != access.image)
      stop(*access.expression,
           "both " + quoted(*window_.image) + " and " + quoted(*access.image) +
               " are read around the pixel, and there is one window",
           "write a function for each, and a third that joins their results");
    if (images_.axes.size() == 1)
      stop(*access.expression, place + " is read around the pixel, by one loop that does not know rows and columns",
           "write two loops, over rows and columns");
    window_.image = access.image;
  }

  // "turn x reads 'out[x - 1]', which turn x - 1 wrote", if the distance is known.
  std::string dependence(const Access& access) {
    const std::string place = "'" + text_of(*access.expression, context_) + "'";
    std::string own, other;
    bool is_earlier = false;
    for (std::size_t axis = 0; axis < images_.axes.size(); ++axis) {
      const std::string name = images_.axes[axis].variable->getNameAsString();
      const auto number = offset_of(access, axis, images_, symbols_).number();
      if (!number) return "a turn reads " + place + ", which another turn writes";
      if (*number == 0) continue;
      is_earlier = own.empty() ? *number < 0 : is_earlier;
      own += (own.empty() ? "" : ", ") + name;
      other += (other.empty() ? "" : ", ") + name + (*number < 0 ? " - " : " + ") + std::to_string(std::abs(*number));
    }
    return "turn " + own + " reads " + place + ", which turn " + other + (is_earlier ? " wrote" : " writes");
  }

  // Offsets consist of numbers, constant tables and variables of loops with constant bounds.
  void check_known(const Access& access, std::size_t axis, const Poly& offset) {
    for (const auto& [product, coefficient] : offset.terms())
      for (const Atom atom : product) check_known(access, axis, atom);
  }

  void check_known(const Access& access, std::size_t axis, Atom atom) {
    const Symbol& symbol = symbols_.at(atom);
    const std::string place = "'" + text_of(*access.expression, context_) + "'";
    const std::string which = axis_name(axis, images_.axes.size());
    if (symbol.kind == Symbol::Kind::variable && isa<clang::ParmVarDecl>(symbol.variable))
      stop(*access.expression,
           "the parameter " + quoted(*symbol.variable) + " decides which " + which + " " + place + " is",
           "use a constant, so that the window is known");
    if (symbol.kind == Symbol::Kind::variable && symbols_.is_pixel_variable(*symbol.variable))
      stop(
          *access.expression,
          place + " does not have its rows and columns where '" + text_of(*model().expression, context_) + "' has them",
          "index all images by the same rows and columns, and by one width");
    if (symbol.kind != Symbol::Kind::turn || !symbol.low || !symbol.high) return;
    for (const Poly& bound : {*symbol.low, *symbol.high})
      for (const auto& [product, coefficient] : bound.terms())
        for (const Atom inner : product) {
          const clang::VarDecl* const variable = symbols_.at(inner).variable;
          if (variable && isa<clang::ParmVarDecl>(variable))
            stop(*access.expression,
                 "the parameter " + quoted(*variable) + " bounds the loop over " + quoted(*symbol.variable) +
                     ", and so the window of " + place,
                 "use a constant bound: the largest that there can be, and an if for the others");
        }
  }

  // The access that defines rows and columns.
  const Access& model() const {
    for (const Access& access : images_.accesses)
      if (access.is_written) return access;
    return images_.accesses.front();
  }

  [[noreturn]] void stop_unknown(const Access& access, std::size_t axis, const Poly& offset) {
    const std::string place = "'" + text_of(*access.expression, context_) + "'";
    stop(*access.expression,
         std::string("the ") + axis_name(axis, images_.axes.size()) + " of " + place +
             " is not that of the turn plus a number: '" + symbols_.text(offset) + "' can be anything",
         "use numbers, constant tables and variables of loops with constant bounds");
  }

  void check_edges(const Access& access, std::size_t axis) {
    const auto bent = access.at[axis].atom();
    const Symbol* const symbol = bent && symbols_.at(*bent).kind == Symbol::Kind::bent ? &symbols_.at(*bent) : nullptr;
    const Poly index = symbol ? symbol->inner : access.at[axis];
    const Poly extent = images_.axes[axis].extent;
    if (symbol && symbol->is_bent_above && !(symbol->extent == extent))
      stop(*access.expression,
           "'" + text_of(*access.expression, context_) + "' is clamped at '" + symbols_.text(symbol->extent) +
               "', and the image ends at '" + symbols_.text(extent) + "'",
           "clamp it at the edge of the image");
    const Poly offset = offset_of(access, axis, images_, symbols_);
    const bool is_far_below = symbol && symbol->reach && symbols_.low(offset) < -*symbol->reach;
    const bool is_far_above = symbol && symbol->border == Border::reflect && symbols_.high(offset) > *symbol->reach;
    if (is_far_below || is_far_above)
      stop(*access.expression,
           "'" + text_of(*access.expression, context_) + "' leaves images that are smaller than the window",
           symbol->border == Border::wrap ? "take the remainder twice: (i % n + n) % n"
                                          : "clamp the index: i < 0 ? 0 : i, and the other end likewise");
    const bool is_low_bent = symbol && symbol->is_bent_below, is_high_bent = symbol && symbol->is_bent_above;
    const Edges::Safety low = is_low_bent ? Edges::Safety::clamped : edges_.safety(index, access.around);
    const Edges::Safety high = is_high_bent ? Edges::Safety::clamped : edges_.safety(extent - 1 - index, access.around);
    for (const Edges::Safety side : {low, high}) {
      if (side == Edges::Safety::none) stop_at_edge(access, axis, side == low);
      is_guarded_ = is_guarded_ || side == Edges::Safety::guarded;
    }
    if (!is_low_bent && !is_high_bent) return;
    // A side that loops or conditions keep inside the image needs no border rule.
    if (is_bent_ && border_ != symbol->border)
      stop(*access.expression, "indices are kept inside the image in two ways", "use one of them");
    is_bent_ = true;
    border_ = symbol->border;
  }

  [[noreturn]] void stop_at_edge(const Access& access, std::size_t axis, bool is_low) {
    const std::string name = images_.axes[axis].variable->getNameAsString(), which = is_low ? "first" : "last";
    const std::string extent = symbols_.text(images_.axes[axis].extent);
    stop(*access.expression,
         "'" + text_of(*access.expression, context_) + "' reads beyond the " + which + " " +
             axis_name(axis, images_.axes.size()) + " of the image",
         "let the loop over '" + name + "' leave out the " + which + " pixels, put an if around the read, or clamp " +
             "the index: " + (is_low ? "i < 0 ? 0 : i" : "i < " + extent + " ? i : " + extent + " - 1"));
  }

  const Nest& nest_;
  const Images& images_;
  Symbols& symbols_;
  clang::ASTContext& context_;
  Edges edges_;
  Window window_;
  const Access* widest_ = nullptr;
  bool is_bent_ = false, is_guarded_ = false;
  Border border_ = Border::nearest;
};

}  // namespace

std::string Window::size() const {
  std::string all;
  for (const std::int64_t one : half) all += (all.empty() ? "" : " x ") + std::to_string(2 * one + 1);
  return all;
}

Poly offset_of(const Access& access, std::size_t axis, const Images& images, Symbols& symbols) {
  Poly index = access.at[axis];
  if (const auto atom = index.atom(); atom && symbols.at(*atom).kind == Symbol::Kind::bent)
    index = symbols.at(*atom).inner;
  return index - Poly::of(symbols.atom_of(*images.axes[axis].variable));
}

Window find_window(const Nest& nest, const Images& images, Symbols& symbols, clang::ASTContext& context) {
  return WindowFinder(nest, images, symbols, context).find();
}

}  // namespace preamar::convert
