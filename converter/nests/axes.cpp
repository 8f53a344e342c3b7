#include "nests/axes.h"

#include "nests/obstacle.h"
#include "origin.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

class AxesFinder {
 public:
  AxesFinder(Images& images, const Nest& nest, Symbols& symbols, clang::ASTContext& context)
      : images_(images), nest_(nest), symbols_(symbols), context_(context) {}

  void find() {
    if (images_.accesses.empty()) return;
    find_from_model();
    for (Access& access : images_.accesses) access.at = coordinates(access);
  }

 private:
  // From the first access that has all of them; the result's access if there is one.
  void find_from_model() {
    const Access* model = &images_.accesses.front();
    for (const Access& access : images_.accesses)
      if (access.is_written) {
        model = &access;
        break;
      }
    if (model->index.size() == 1)
      find_axes_of_flat(*model);
    else
      find_axes_of_array(*model);
  }

  [[noreturn]] void stop_at(const Access& access) {
    const std::string place = "'" + text_of(*access.expression, context_) + "'";
    stop(*access.expression,
         access.is_written ? "each turn writes " + place + ", which is not at the pixel of the turn"
                           : place + ": the index does not show the row and the column of a pixel",
         as_index);
  }

  void find_axes_of_array(const Access& access) {
    if (access.index.size() != nest_.loops.size()) stop_at(access);
    for (const Poly& poly : access.index)
      for (const PixelLoop& loop : nest_.loops)
        if (mentions(poly, *loop.variable, symbols_)) images_.axes.push_back(loop);
    if (images_.axes.size() != nest_.loops.size()) stop_at(access);
  }

  // In an index, the column's variable has the factor 1, the row's the width, the plane's both extents.
  void find_axes_of_flat(const Access& access) {
    std::vector<PixelLoop> left = nest_.loops;
    Poly factor = 1;
    while (!left.empty()) {
      const auto found = std::ranges::find_if(
          left, [&](const PixelLoop& loop) { return scale(access.index.front(), *loop.variable) == factor; });
      if (found != left.end()) {
        images_.axes.insert(images_.axes.begin(), *found);
        factor = factor * found->extent;
        left.erase(found);
        continue;
      }
      // The row stride may be another parameter than the width.
      const auto stride = scale(access.index.front(), *left.front().variable).atom();
      if (images_.axes.size() != 1 || left.size() != 1 || !stride || !symbols_.at(*stride).variable ||
          !isa<clang::ParmVarDecl>(symbols_.at(*stride).variable) || is_extent(*stride))
        stop_at(access);
      images_.stride = symbols_.at(*stride).variable;
      images_.axes.insert(images_.axes.begin(), left.front());
      left.clear();
    }
  }

  [[nodiscard]] bool is_extent(Atom atom) const {
    return std::ranges::any_of(nest_.loops, [&](const PixelLoop& loop) { return loop.extent.contains(atom); });
  }

  // The factor of a loop's variable in an index, also if the index is clamped at the edges.
  Poly scale(const Poly& index, const clang::VarDecl& variable) {
    Poly all = index.factor_of(symbols_.atom_of(variable));
    for (const auto& [product, coefficient] : index.terms())
      for (const Atom atom : product)
        if (symbols_.at(atom).kind == Symbol::Kind::bent)
          all = all + symbols_.at(atom).inner.factor_of(symbols_.atom_of(variable)) * index.factor_of(atom);
    return all;
  }

  std::vector<Poly> coordinates(const Access& access) {
    if (access.index.size() == images_.axes.size() && access.index.size() > 1) {
      check_extents(access);
      return access.index;
    }
    if (access.index.size() != 1) stop_at(access);
    std::vector<Poly> all;
    Poly rest = access.index.front();
    for (std::size_t axis = images_.axes.size(); axis-- > 1;) {
      Poly extent = images_.axes[axis].extent;
      if (images_.stride) extent = Poly::of(symbols_.atom_of(*images_.stride));
      const auto [quotient, remainder] = divided(rest, extent, access);
      all.insert(all.begin(), remainder);
      rest = quotient;
    }
    all.insert(all.begin(), rest);
    return all;
  }

  std::pair<Poly, Poly> divided(const Poly& index, const Poly& extent, const Access& access) {
    if (const auto atom = extent.atom()) return {index.divided_by(*atom), index.without(*atom)};
    const auto number = extent.number();
    if (!number || *number < 4) stop_at(access);
    Poly quotient, remainder;
    for (const auto& [product, coefficient] : index.terms()) {
      Poly one = 1;
      for (const Atom atom : product) one = one * Poly::of(atom);
      const std::int64_t shifted = coefficient + *number / 2;
      const std::int64_t times = shifted / *number - (shifted % *number < 0 ? 1 : 0);
      quotient = quotient + one * times;
      remainder = remainder + one * (coefficient - times * *number);
    }
    return {quotient, remainder};
  }

  // In an array of arrays, rows have the length of the loop over columns.
  void check_extents(const Access& access) {
    clang::QualType type = clang::cast<clang::ParmVarDecl>(access.image)->getOriginalType();
    for (std::size_t axis = 0; axis < images_.axes.size(); ++axis) {
      const clang::ArrayType* const array = context_.getAsArrayType(type);
      if (!array || isa<clang::IncompleteArrayType>(array)) {
        type = array ? array->getElementType() : type->getPointeeType();
        if (axis == 0 && !type.isNull()) continue;
        return;
      }
      Poly extent;
      if (const auto* const fixed = dyn_cast<clang::ConstantArrayType>(array))
        extent = static_cast<std::int64_t>(fixed->getSize().getLimitedValue(1U << 30));
      else if (const auto* const open = dyn_cast<clang::VariableArrayType>(array); open && open->getSizeExpr())
        extent = symbols_.of(*open->getSizeExpr(), {});
      if (!(extent == images_.axes[axis].extent) && !is_less(images_.axes[axis], extent))
        stop(*access.expression,
             "rows of " + quoted(*access.image) + " have " + symbols_.text(extent) + " pixels, and the loop over " +
                 quoted(*images_.axes[axis].variable) + " ends at " + symbols_.text(images_.axes[axis].extent),
             "let the loops visit the whole image");
      images_.axes[axis].extent = extent;
      type = array->getElementType();
    }
  }

  // `x < 639` in rows of 640 pixels skips the last.
  static bool is_less(PixelLoop& loop, const Poly& extent) {
    const auto ours = loop.extent.number(), all = extent.number();
    if (!ours || !all || *ours > *all) return false;
    loop.last = *all - *ours;
    return true;
  }

  Images& images_;
  const Nest& nest_;
  Symbols& symbols_;
  clang::ASTContext& context_;
};

}  // namespace

void find_axes(Images& images, const Nest& nest, Symbols& symbols, clang::ASTContext& context) {
  AxesFinder(images, nest, symbols, context).find();
}

bool mentions(const Poly& index, const clang::VarDecl& variable, Symbols& symbols) {
  if (index.contains(symbols.atom_of(variable))) return true;
  for (const auto& [product, coefficient] : index.terms())
    for (const Atom atom : product)
      if (symbols.at(atom).kind == Symbol::Kind::bent && mentions(symbols.at(atom).inner, variable, symbols))
        return true;
  return false;
}

}  // namespace preamar::convert
