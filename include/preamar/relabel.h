// Labels renumbered without gaps.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>

namespace preamar {

// Writes labels 1 ... N to `out`, in the order of the values of `labels`, 0 staying 0, and returns N. `labels` holds
// integers, rank 2 or 3; `out` has its type, may be `labels` itself, and must not otherwise overlap it. Where N does
// not fit a signed type (more than 127 labels of int8, some of them negative), throws Error (input).
PREAMAR_API std::int64_t relabel(ConstImageView labels, ImageView out, const Execution& on = {});

struct Relabelled {
  Image labels;
  std::int64_t count;
};

// The same, into a new image.
[[nodiscard]] PREAMAR_API Relabelled relabel(ConstImageView labels, const Execution& on = {});

}  // namespace preamar
