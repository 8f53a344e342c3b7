// Morphological reconstruction: spread `marker` under `mask` until nothing moves.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/nan.h>

namespace preamar {

struct ReconstructOptions {
  enum class Method { dilation, erosion };

  Method method = Method::dilation;
  int connectivity = 0;   // 1: faces only ... rank: everything; 0: the rank
  Nan nan = Nan::refuse;  // ignored: a NaN in the mask is a wall and stays; one in the marker gives no water
};

// Writes `out`, which may be `marker` itself but must not otherwise overlap an input.
// The three images share shape and dtype, of rank 2 or 3; a marker beyond the mask is clamped to it.
// Every backend, thread count and tile gives the same bytes. -0.0 is read as +0.0.
PREAMAR_API void reconstruct(ConstImageView marker, ConstImageView mask, ImageView out,
                             const ReconstructOptions& options = {}, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image reconstruct(ConstImageView marker, ConstImageView mask,
                                            const ReconstructOptions& options = {}, const Execution& on = {});

}  // namespace preamar
