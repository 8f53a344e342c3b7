// Openings and closings that keep the outline of what remains.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>

namespace preamar {

struct OpeningByReconstructionOptions {
  std::int64_t radius = 1;  // of the disk or ball; 0 or more
  int connectivity = 0;     // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, of the image's shape and dtype, in memory of its own: the image eroded by a disk or ball, then
// reconstructed by dilation under the image. The image has rank 2 or 3 and no NaN.
PREAMAR_API void opening_by_reconstruction(const ConstImage& image, const Image& out,
                                           const OpeningByReconstructionOptions& options = {},
                                           const Execution& on = {});
// The image dilated, then reconstructed by erosion above the image.
PREAMAR_API void closing_by_reconstruction(const ConstImage& image, const Image& out,
                                           const OpeningByReconstructionOptions& options = {},
                                           const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API OwnedImage opening_by_reconstruction(const ConstImage& image,
                                                               const OpeningByReconstructionOptions& options = {},
                                                               const Execution& on = {});
[[nodiscard]] PREAMAR_API OwnedImage closing_by_reconstruction(const ConstImage& image,
                                                               const OpeningByReconstructionOptions& options = {},
                                                               const Execution& on = {});

}  // namespace preamar
