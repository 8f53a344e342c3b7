// The reference backend: plain serial loops in natural order. Every other backend must give the same results.
#pragma once

#include "primitives/backend.h"

namespace preamar::reference {
using namespace primitives;

PREAMAR_PRIMITIVES(PREAMAR_DECLARE_PRIMITIVE)

const Backend& backend();

}  // namespace preamar::reference
