// Watershed from markers: every pixel goes to the marker that floods it first.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/nan.h>

#include <cstdint>
#include <optional>

namespace preamar {

struct WatershedOptions {
  int connectivity = 1;       // 1: faces only ... rank: everything
  bool line = false;          // of two neighbours with different labels the later is 0, unless it is a marker
  std::int64_t plateau = -1;  // steps inside a plateau are counted up to here; -1: all
  Nan nan = Nan::refuse;      // ignored: a NaN is outside the mask
  // Of dtype bool or uint8 and the image's shape: where it is 0 no flood goes. By default they go everywhere.
  std::optional<ConstImageView> mask = {};
};

// Writes `out`, which may be `markers` itself but must not otherwise overlap an input. `markers` holds 0 where there is
// none, and has the image's shape, of rank 2 or 3, and an integer dtype, which is that of `out`. Outside the mask, and
// where no marker can be reached, `out` is 0.
//
// A pixel's rank is (value, steps inside its plateau to a pixel with a lower neighbour or to a marker). Edges are
// ordered by (later rank, earlier rank, pixels in raster order); the labels are those of the one minimum spanning
// forest rooted in the markers. Every backend and thread count gives the same bytes.
PREAMAR_API void watershed(ConstImageView image, ConstImageView markers, ImageView out,
                           const WatershedOptions& options = {}, const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image watershed(ConstImageView image, ConstImageView markers,
                                          const WatershedOptions& options = {}, const Execution& on = {});

}  // namespace preamar
