// Replaces the driver if Preamar is built without OpenCL.
#include "backends/opencl/driver.h"

namespace preamar::opencl {

std::vector<std::unique_ptr<device::Driver>> open(std::string& why) {
  why = "Preamar was built without OpenCL";
  return {};
}

}  // namespace preamar::opencl
