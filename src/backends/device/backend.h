// The backend of every device that has a driver: OpenCL and CUDA, from one set of launchers and one kernel text.
#pragma once

#include "skeletons/backend.h"

namespace preamar::device {

void map(const Execution& on, const MapSpec& spec, const ConstImage& image, const ConstImage& other, const Image& out);

const Backend& backend();

}  // namespace preamar::device
