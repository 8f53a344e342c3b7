// The reference backend: plain serial loops in natural order, the oracle that every other backend must equal.
#pragma once

#include "primitives/backend.h"

namespace preamar::reference {
using namespace primitives;

PREAMAR_PRIMITIVES(PREAMAR_DECLARE_PRIMITIVE)

const Backend& backend();

}  // namespace preamar::reference
