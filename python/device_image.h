// Images in device memory, for Python. They stay there from one operator to the next.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/device_image.h>
#include <preamar/operator.h>

#include "interrupt.h"

#include <string>

namespace preamar::python {

struct DeviceArray {
  DeviceImage image;
  std::string device;
};

void declare_device_image(nanobind::module_& module);

// Runs an operator on images in the memory of one device. The results stay there. `callbacks` are those of `on`.
[[nodiscard]] nanobind::list run_there(const Operator& op, const nanobind::tuple& inputs, const Values& values,
                                       const Execution& on, const Callbacks& callbacks, Results& found);

// Whether the first input is an image in device memory.
[[nodiscard]] bool are_on_device(const nanobind::tuple& inputs);

}  // namespace preamar::python
