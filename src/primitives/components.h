// label, filter_components: label the connected components of an image, or keep some of them.
#pragma once

#include "primitives/backend.h"
#include "primitives/contract.h"

#include <optional>

namespace preamar::primitives {

// When two neighbours belong to one component.
enum class Joined {
  foreground,  // neither has the background value
  background,  // both have the background value
  equal,       // they are equal, and not the background value
};

struct ComponentsSpec {
  Joined joined = Joined::foreground;
  int connectivity = 1;
  std::int64_t background = 0;  // representable in the image's dtype
};

// Labels the components 1 to N in raster order of their first cells and returns N; other cells are 0. `labels` has the
// image's shape and dtype uint32 or uint64. Throws Error (resource) if N does not fit. Dense rows.
inline std::int64_t label(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels) {
  PREAMAR_ASSERT(image.has_dense_rows(), "rows are dense");
  PREAMAR_ASSERT(is_grid_of(labels, image.shape()), "labels has the image's shape and dense rows");
  PREAMAR_ASSERT(holds_labels(labels), "labels is uint32 or uint64");
  return backend_for(on).label(on, spec, image, labels);
}

// The property that keeps a component.
enum class Trait {
  size,    // at least `least` cells
  inland,  // no cell on the edge of the image
  edge,    // a cell on the edge of the image
  marked,  // a cell with a non-zero mark
};

struct ComponentFilterSpec {
  ComponentsSpec components;
  Trait trait = Trait::size;
  std::int64_t least = 0;
};

// Whether `marks` has the shape and type that the trait needs.
[[nodiscard]] inline bool are_marks(const ComponentFilterSpec& spec, const std::optional<ConstImageView>& marks,
                                    const Shape& shape) {
  return spec.trait != Trait::marked || (marks && is_grid_of(*marks, shape) && size_of(marks->dtype()) == 1);
}

// Copies `image` to `out` and inverts components that lack the trait: components of the foreground or of equal values
// become 0, components of the background become 1. `marks` is used for Trait::marked only; it has the image's shape and
// one byte per cell. `out` has the image's type and may be the image. Dense rows.
inline void filter_components(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                              const std::optional<ConstImageView>& marks, ImageView out) {
  PREAMAR_ASSERT(image.has_dense_rows() && out.has_dense_rows(), "rows are dense");
  PREAMAR_ASSERT(out.type() == image.type(), "out has the image's shape and dtype");
  PREAMAR_ASSERT(!overlap_in_part(image, out), "out is the image or lies apart from it");
  PREAMAR_ASSERT(are_marks(spec, marks, image.shape()), "marks has the image's shape, dense rows, one byte per cell");
  backend_for(on).filter_components(on, spec, image, marks, out);
}

}  // namespace preamar::primitives
