// Fill an elevation model until water runs from every cell to the edge, or to where there is no data.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <optional>

namespace preamar {

struct FillDepressionsOptions {
  std::optional<double> nodata{};  // the value of cells without data, rounded to the type of floats
  int connectivity = 0;            // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, of the elevation's shape and dtype, in memory of its own: the lowest surface that is nowhere below the
// elevation and from every cell of which a way leads to the edge, or to a cell without data, that never rises. Cells
// without data, which are those equal to `nodata` and those that are NaN, keep their value. Rank 2 or 3.
PREAMAR_API void fill_depressions(ConstImageView elevation, ImageView out, const FillDepressionsOptions& options = {},
                                  const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image fill_depressions(ConstImageView elevation, const FillDepressionsOptions& options = {},
                                                 const Execution& on = {});

}  // namespace preamar
