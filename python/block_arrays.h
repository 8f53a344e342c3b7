// Files and Python arrays as inputs and outputs of a run in blocks.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/blocks.h>

#include "interrupt.h"

namespace preamar::python {

// From the name of a file, or an object of preamar._arrays.BlockArray. Regions are moved by Python code, called through
// `callbacks`, which must outlive the result; so must the object.
[[nodiscard]] BlockInput input_from(nanobind::handle given, Callbacks& callbacks);
[[nodiscard]] BlockOutput output_from(nanobind::handle given, Callbacks& callbacks);

}  // namespace preamar::python
