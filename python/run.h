// Operators on NumPy arrays.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>

namespace preamar::python {

// Runs the operator `name`. None means the default, or an optional input that is omitted. `out` is an array, or a tuple
// of arrays if the operator returns several images. Returns a tuple of the images, the numbers and the table (a dict of
// arrays), in this order; a single result is returned directly. With `valid`, a mask of the valid pixels of the inputs,
// returns a tuple of that and the valid pixels of the images.
[[nodiscard]] nanobind::object run(const std::string& name, const nanobind::tuple& inputs,
                                   const nanobind::dict& options, const nanobind::object& out,
                                   const nanobind::object& valid, const std::string& device,
                                   std::optional<std::int64_t> threads, std::optional<std::int64_t> scratch_memory,
                                   const nanobind::object& progress);

}  // namespace preamar::python
