// Remove what touches the edge of the image.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

// What the image is taken for.
enum class BorderKind {
  automatic,  // binary for bool, labels for integers, grey for floats
  binary,     // objects are connected pixels that are not 0
  grey,       // the image less itself reconstructed from its edge
  labels,     // objects are connected pixels of one value that is not 0
};

struct ClearBorderOptions {
  BorderKind kind = BorderKind::automatic;
  int connectivity = 0;  // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, of the image's shape and dtype, in memory of its own. Objects with a pixel on the edge become 0. Grey:
// the image less what a flood from its edge reaches, so that bright parts joined to the edge vanish and others stand on
// a ground of 0; integers stop at the greatest of their type, floats take one subtraction. Binary and labels take bool
// and integers. The image has rank 2 or 3 and no NaN.
PREAMAR_API void clear_border(ConstImageView image, ImageView out, const ClearBorderOptions& options = {},
                              const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image clear_border(ConstImageView image, const ClearBorderOptions& options = {},
                                             const Execution& on = {});

}  // namespace preamar
