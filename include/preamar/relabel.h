/// @file
/// Renumbering of labels without gaps.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>

namespace preamar {

/// Renumbers labels from 1 without gaps, in ascending order of the old labels. 0 stays 0; negative labels come first.
///
/// @param labels  Label image of integers or bool, rank 2 or 3.
/// @param out     Output of the same shape and dtype. It may be `labels` itself, and must not overlap it otherwise.
/// @param on      Threads and limits. The device must be a CPU.
/// @return N, the number of labels.
/// @throws Error  `call` for invalid arguments; `input` if the dtype cannot represent N, which needs negative labels
///                (more than 127 labels of int8).
PREAMAR_API std::int64_t relabel(ConstImageView labels, ImageView out, const Execution& on = {});

/// Result of relabel().
struct Relabelled {
  Image labels;        ///< Labels 1 to `count`; 0 is background.
  std::int64_t count;  ///< Number of labels.
};

/// Renumbers labels from 1 without gaps; see the overload above.
///
/// @return A new label image, and the number of labels.
[[nodiscard]] PREAMAR_API Relabelled relabel(ConstImageView labels, const Execution& on = {});

}  // namespace preamar
