#include "block_arrays.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <preamar/error.h>

#include "arrays.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace nb = nanobind;

namespace preamar::python {
namespace {

using Path = std::filesystem::path;

bool is_array(nb::handle given) { return nb::hasattr(given, "scratch"); }

Shape cast_shape(nb::handle extents) {
  const auto numbers = nb::cast<std::vector<std::int64_t>>(extents);
  return {numbers.data(), static_cast<int>(numbers.size())};
}

// Everything of a RegionReader or a RegionWriter but its function.
template <class End>
End end_from(nb::handle array) {
  End end;
  end.type = {dtype_named(nb::cast<std::string>(array.attr("dtype"))), cast_shape(array.attr("shape"))};
  end.chunk = cast_shape(array.attr("chunk"));
  end.scratch = nb::cast<std::int64_t>(array.attr("scratch"));
  end.name = nb::cast<std::string>(array.attr("name"));
  return end;
}

// The pixels of a view, without a copy. The array must not outlive them.
template <class... Flags>
nb::object borrowed_array(ConstImageView image) {
  std::array<std::size_t, max_rank> extents{};
  std::array<std::int64_t, max_rank> steps{};
  for (int axis = 0; axis < image.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    extents[i] = static_cast<std::size_t>(image.shape()[axis]);
    steps[i] = image.stride(axis) / size_of(image.dtype());
  }
  const nb::ndarray<nb::numpy, Flags...> array(const_cast<void*>(image.data()), static_cast<std::size_t>(image.rank()),
                                               extents.data(), nb::handle(), steps.data(), dlpack_type(image.dtype()));
  return nb::cast(array, nb::rv_policy::reference);
}

nb::tuple tuple_of(const std::int64_t* origin, int rank) {
  nb::list numbers;
  for (int axis = 0; axis < rank; ++axis) numbers.append(origin[axis]);
  return nb::tuple(numbers);
}

void call_or_stop(Callbacks& callbacks, const std::function<void()>& code) {
  if (!callbacks.call(code)) throw Error(ErrorKind::stopped, "stopped");
}

}  // namespace

BlockInput input_from(nb::handle given, Callbacks& callbacks) {
  if (!is_array(given)) return nb::cast<Path>(given);
  auto reader = end_from<RegionReader>(given);
  reader.nodata = nb::cast<std::optional<double>>(given.attr("nodata"));
  reader.read = [given, &callbacks](const std::int64_t* origin, ImageView out) {
    call_or_stop(callbacks, [&] { given.attr("read")(tuple_of(origin, out.rank()), borrowed_array<>(out)); });
  };
  return reader;
}

BlockOutput output_from(nb::handle given, Callbacks& callbacks) {
  if (!is_array(given)) return nb::cast<Path>(given);
  auto writer = end_from<RegionWriter>(given);
  writer.write = [given, &callbacks](const std::int64_t* origin, ConstImageView image) {
    call_or_stop(callbacks,
                 [&] { given.attr("write")(tuple_of(origin, image.rank()), borrowed_array<nb::ro>(image)); });
  };
  return writer;
}

}  // namespace preamar::python
