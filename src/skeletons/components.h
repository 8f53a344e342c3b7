// forest, its first half: the connected components of an image, which are the trees of any spanning forest.
#pragma once

#include "skeletons/backend.h"

namespace preamar {

// What makes two neighbours one component.
enum class Joined {
  foreground,  // neither is the background value
  background,  // both are
  equal,       // they are equal, and not the background value
};

struct ComponentsSpec {
  Joined joined = Joined::foreground;
  int connectivity = 1;
  std::int64_t background = 0;  // which the image's type holds
};

// Numbers the components 1 to N in raster order of their first cells and returns N; a cell of none is 0. `labels` has
// the image's shape and dtype uint32 or uint64; throws Error (resource) where N does not fit it. Dense rows.
inline std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image,
                          const Image& labels) {
  return backend_for(on).label(on, spec, image, labels);
}

// What a component must have to stay.
enum class Trait {
  size,    // `least` cells or more
  inland,  // no cell on the edge of the image
  edge,    // a cell on the edge of the image
  marked,  // a cell whose mark is not 0
};

struct SieveSpec {
  ComponentsSpec components;
  Trait trait = Trait::size;
  std::int64_t least = 0;
};

// Copies `image` to `out`, where components that lack the trait become the opposite of what they are: a component of
// the foreground or of equal values becomes 0; of the background, 1. `marks` is of rank 0 unless the trait asks for
// it, and has the image's shape and one byte a cell. `out` has the image's type and may be the image. Dense rows.
inline void sieve(const Execution& on, const SieveSpec& spec, const ConstImage& image, const ConstImage& marks,
                  const Image& out) {
  backend_for(on).sieve(on, spec, image, marks, out);
}

}  // namespace preamar
