// Openings and closings that keep the outline of what remains.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <cstdint>

namespace preamar {

struct OpeningByReconstructionOptions {
  std::int64_t radius = required;  // of the disk or ball; 0 or more
  int connectivity = 0;            // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, of the image's shape and dtype, in memory of its own: the image eroded by a disk or ball, then
// reconstructed by dilation under the image. The image has rank 2 or 3 and no NaN.
PREAMAR_API void opening_by_reconstruction(ConstImageView image, ImageView out,
                                           const OpeningByReconstructionOptions& options, const Execution& on = {});
// The image dilated, then reconstructed by erosion above the image.
PREAMAR_API void closing_by_reconstruction(ConstImageView image, ImageView out,
                                           const OpeningByReconstructionOptions& options, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image opening_by_reconstruction(ConstImageView image,
                                                          const OpeningByReconstructionOptions& options,
                                                          const Execution& on = {});
[[nodiscard]] PREAMAR_API Image closing_by_reconstruction(ConstImageView image,
                                                          const OpeningByReconstructionOptions& options,
                                                          const Execution& on = {});

}  // namespace preamar
