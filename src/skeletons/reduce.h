// reduce: one number from all pixels.
#pragma once

#include "skeletons/backend.h"

namespace preamar {

enum class Summary {
  nan_count,    // pixels that are NaN; 0 for integers
  is_constant,  // 1 where all pixels are equal as numbers, else 0
};

struct ReduceSpec {
  Summary summary;
};

inline std::int64_t reduce(const Execution& on, const ReduceSpec& spec, const ConstImage& image) {
  return backend_for(on).reduce(on, spec, image);
}

}  // namespace preamar
