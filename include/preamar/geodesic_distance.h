// The length of the shortest way to a marker that stays inside a mask.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

struct GeodesicDistanceOptions {
  enum class Weights {
    steps,            // each step counts 1, whatever its direction
    quasi_euclidean,  // in fifths of a pixel: 5 over a face, 7 over an edge (in 2-D a corner), 9 over a corner in 3-D
  };

  int connectivity = 0;  // 1: faces only ... rank: everything; 0: the rank
  Weights weights = Weights::steps;
};

// uint32, or uint64 where a way through all pixels could be longer than that.
[[nodiscard]] PREAMAR_API ImageType geodesic_distance_type(const ImageType& mask,
                                                           const GeodesicDistanceOptions& options = {});

// Writes `out`, which is as geodesic_distance_type() says and shares no memory with an input. Marker and mask have one
// shape, of rank 2 or 3, and any dtypes; what is not 0 counts. A pixel in both has distance 0; where no way leads the
// result is the maximum of its type. Every backend, thread count and tile gives the same bytes.
PREAMAR_API void geodesic_distance(ConstImageView marker, ConstImageView mask, ImageView out,
                                   const GeodesicDistanceOptions& options = {}, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image geodesic_distance(ConstImageView marker, ConstImageView mask,
                                                  const GeodesicDistanceOptions& options = {},
                                                  const Execution& on = {});

}  // namespace preamar
