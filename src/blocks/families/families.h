// The list of all families: per form, the algorithm of its folder. A form without a line here does not compile; a line
// without a folder does not link.
#pragma once

#include "blocks/families/algorithm.h"

namespace preamar::blocks {

[[nodiscard]] const Algorithm& algorithm_of(const IndependentForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const FloodForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const ComponentsForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const SummaryForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const RenumberForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const DistanceForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const DistanceLinesForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const DistancePlanesForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const GeodesicForm& form);
[[nodiscard]] const Algorithm& algorithm_of(const WatershedForm& form);

}  // namespace preamar::blocks
