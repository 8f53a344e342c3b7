// Fill what the edge of the image cannot reach.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

struct FillHolesOptions {
  int connectivity = 1;  // of the background: 1: faces only ... rank: everything
};

// Writes `out`, of the image's shape and dtype, in memory of its own. Of a bool image: background that is not joined to
// the edge becomes true. Of others: hollows are filled to the level at which they would run over to the edge, which is
// the image reconstructed by erosion from its edge. The image has rank 2 or 3 and no NaN.
PREAMAR_API void fill_holes(ConstImageView image, ImageView out, const FillHolesOptions& options = {},
                            const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image fill_holes(ConstImageView image, const FillHolesOptions& options = {},
                                           const Execution& on = {});

}  // namespace preamar
