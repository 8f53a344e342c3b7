// Operators of the table, called with NumPy arrays.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>

namespace preamar::python {

// Runs the operator `name`. None stands for the default everywhere, and for an optional input that is not given. `out`
// is an array, or a tuple of arrays where the operator gives several images. Returns the images, then the numbers, then
// the table as a dict of arrays; alone where there is one.
[[nodiscard]] nanobind::object run(const std::string& name, const nanobind::tuple& inputs,
                                   const nanobind::dict& options, const nanobind::object& out,
                                   const std::string& device, std::optional<std::int64_t> threads,
                                   std::optional<std::int64_t> scratch_memory, const nanobind::object& progress);

}  // namespace preamar::python
