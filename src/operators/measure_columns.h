// Computes the columns of a table of measures from the sums per label.
#pragma once

#include "operators/label_sums_bytes.h"

#include <preamar/measure.h>

#include <span>

namespace preamar {

struct Measured {
  LabelSumsView sums;
  int rank;
  DType labels;
  DType intensity;  // unused without an intensity image
};

// The column `label`, then those of `properties`, which are in the order of the enum.
[[nodiscard]] Table columns_of(const Measured& measured, std::span<const Property> properties);

}  // namespace preamar
