// From the sums of each label to the columns of its measures.
#pragma once

#include "operators/label_sums_bytes.h"

#include <preamar/measure.h>

#include <span>

namespace preamar {

struct Measured {
  LabelSumsView sums;
  int rank;
  DType labels;
  DType intensity;  // where there is one
};

// The column `label`, then those of `properties`, which are in their order.
[[nodiscard]] Table columns_of(const Measured& measured, std::span<const Property> properties);

}  // namespace preamar
