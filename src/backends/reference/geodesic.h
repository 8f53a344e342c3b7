// propagate with Rule::geodesic.
#pragma once

#include "primitives/propagate.h"

namespace preamar::reference {
using namespace primitives;

void geodesic(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
              ImageView state);

}  // namespace preamar::reference
