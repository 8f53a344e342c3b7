// The backend of all devices with a driver (OpenCL and CUDA): one set of launchers and one kernel source.
#pragma once

#include "primitives/backend.h"

namespace preamar::device {
using namespace primitives;

PREAMAR_PRIMITIVES(PREAMAR_DECLARE_PRIMITIVE)

const Backend& backend();

}  // namespace preamar::device
