// The backend of every device that has a driver: OpenCL and CUDA, from one set of launchers and one kernel text.
#pragma once

#include "primitives/backend.h"

namespace preamar::device {
using namespace primitives;

PREAMAR_PRIMITIVES(PREAMAR_DECLARE_PRIMITIVE)

const Backend& backend();

}  // namespace preamar::device
