#include "device_image.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <preamar/devices.h>

#include "arrays.h"

#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace nb = nanobind;
using namespace nb::literals;

namespace preamar::python {
namespace {

// Device types of DLPack.
constexpr int dlpack_cpu = 1, dlpack_cuda = 2, dlpack_opencl = 4;
constexpr std::uint64_t cuda_legacy_stream = 1;

std::pair<int, int> dlpack_device(const std::string& device) {
  const std::size_t colon = device.find(':');
  const int index = colon == std::string::npos ? 0 : std::stoi(device.substr(colon + 1));
  if (device.starts_with("cuda")) return {dlpack_cuda, index};
  if (device.starts_with("opencl")) return {dlpack_opencl, index};
  return {dlpack_cpu, 0};
}

std::string device_name(int kind, int index) {
  if (kind == dlpack_cuda) return "cuda:" + std::to_string(index);
  if (kind == dlpack_opencl) return "opencl:" + std::to_string(index);
  throw nb::value_error("from_dlpack: the pixels are on the host; give them to an operator as they are");
}

DType dtype_from_dlpack(const nb::dlpack::dtype& type) {
  for (int i = 0; i < dtype_count; ++i)
    if (const nb::dlpack::dtype own = dlpack_type(static_cast<DType>(i));
        own.code == type.code && own.bits == type.bits)
      return static_cast<DType>(i);
  throw nb::type_error("from_dlpack: bool, integers, float32 and float64 are taken");
}

DeviceArray to_device(nb::handle array, const std::string& device) {
  const ArrayView view("to_device: array", array, Access::read);
  const nb::gil_scoped_release unlocked;
  DeviceImage image(view.image().type(), {.device = device});
  image.write(view.image());
  return {std::move(image), device};
}

nb::object as_numpy(DeviceArray& array) {
  Image pixels(array.image.type());
  {
    const nb::gil_scoped_release unlocked;
    array.image.read(pixels);
  }
  return array_from(std::move(pixels));
}

nb::tuple device_shape(const DeviceArray& array) { return shape_tuple(array.image.type().shape); }

// The CUDA stream that waits for the pixels, numbered as in the array API standard; empty if none has to wait.
std::optional<std::uint64_t> waiting_stream(nb::handle stream, int kind) {
  const std::string given = "__dlpack__: stream is " + nb::cast<std::string>(nb::repr(stream));
  if (kind != dlpack_cuda) {
    if (!stream.is_none()) throw nb::value_error((given + "; without CUDA it must be None").c_str());
    return kind == dlpack_cpu ? std::nullopt : std::optional<std::uint64_t>(0);
  }
  if (stream.is_none()) return cuda_legacy_stream;
  std::int64_t number = 0;
  if (nb::isinstance<nb::bool_>(stream) || !nb::try_cast(stream, number))
    throw nb::type_error((given + "; it must be an integer or None").c_str());
  if (number == 0 || number < -1)
    throw nb::value_error((given + "; it must be a CUDA stream, 1 for the legacy default stream, 2 for the default " +
                           "stream of the thread, or -1 for none")
                              .c_str());
  if (number == -1) return {};
  return static_cast<std::uint64_t>(number);
}

// A capsule that keeps the image alive.
nb::object dlpack(nb::handle self, const nb::object& stream, const nb::object& max_version, const nb::object& dl_device,
                  const nb::object& copy) {
  auto& array = nb::cast<DeviceArray&>(self);
  const auto [kind, index] = dlpack_device(array.device);
  if (!dl_device.is_none() && !dl_device.equal(nb::make_tuple(kind, index)))
    throw nb::buffer_error(("__dlpack__: dl_device is " + nb::cast<std::string>(nb::repr(dl_device)) +
                            "; the pixels are on " + array.device + "; numpy() copies them to the host")
                               .c_str());
  if (copy.is(nb::bool_(true)))
    throw nb::buffer_error("__dlpack__: copy is True; the pixels are shared; copy them where they are imported");
  const std::optional<std::uint64_t> waiting = waiting_stream(stream, kind);
  const Shape& shape = array.image.type().shape;
  std::array<std::size_t, max_rank> extents{};
  for (int axis = 0; axis < shape.rank(); ++axis)
    extents[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(shape[axis]);
  void* data = nullptr;
  {
    const nb::gil_scoped_release unlocked;
    data = kind == dlpack_cpu ? const_cast<void*>(array.image.on_host().data())
                              : reinterpret_cast<void*>(array.image.handle());
    if (waiting) array.image.order_before(*waiting);
  }
  const nb::object shared =
      nb::cast(nb::ndarray<nb::array_api>(data, static_cast<std::size_t>(shape.rank()), extents.data(), self, nullptr,
                                          dlpack_type(array.image.type().dtype), kind, index));
  return shared.attr("__dlpack__")("max_version"_a = max_version);
}

bool is_dense(const nb::ndarray<nb::ro>& array) {
  std::int64_t step = 1;
  for (std::size_t axis = array.ndim(); axis-- > 0;) {
    if (array.shape(axis) > 1 && array.stride(axis) != step) return false;
    step *= static_cast<std::int64_t>(array.shape(axis));
  }
  return true;
}

// The capsule of an image of another library. The other library makes our stream wait for its work on the pixels.
nb::object capsule_of(nb::handle object) {
  if (!nb::hasattr(object, "__dlpack_device__")) return nb::borrow(object);
  const auto [kind, index] = nb::cast<std::pair<int, int>>(object.attr("__dlpack_device__")());
  const std::string device = device_name(kind, index);
  std::uint64_t stream = 0;
  {
    const nb::gil_scoped_release unlocked;
    stream = DeviceImage::stream({.device = device});
  }
  nb::kwargs arguments = nb::steal<nb::kwargs>(nb::dict().release());
  if (stream != 0) arguments["stream"] = stream;
  arguments["max_version"] = nb::make_tuple(nb::dlpack::major_version, nb::dlpack::minor_version);
  try {
    return object.attr("__dlpack__")(**arguments);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_TypeError)) throw;
  }
  // A producer older than DLPack 1.0 has no versions.
  nb::del(arguments["max_version"]);
  return object.attr("__dlpack__")(**arguments);
}

DeviceArray from_dlpack(nb::handle object) {
  auto array = std::make_shared<nb::ndarray<nb::ro>>(nb::cast<nb::ndarray<nb::ro>>(capsule_of(object)));
  const std::string device = device_name(array->device_type(), array->device_id());
  if (array->ndim() > max_rank) throw nb::value_error("from_dlpack: images of rank 2 to 3 are taken");
  if (!is_dense(*array)) throw nb::value_error("from_dlpack: the pixels are not dense in C order; copy them first");
  std::array<std::int64_t, max_rank> extents{};
  for (std::size_t axis = 0; axis < array->ndim(); ++axis)
    extents[axis] = static_cast<std::int64_t>(array->shape(axis));
  const ImageType type{dtype_from_dlpack(array->dtype()), Shape(extents.data(), static_cast<int>(array->ndim()))};
  const auto handle = reinterpret_cast<std::uint64_t>(array->data());
  const auto release = [array]() mutable {
    const nb::gil_scoped_acquire locked;
    array.reset();
  };
  return {DeviceImage(type, {.device = device}, handle, release), device};
}

}  // namespace

bool are_on_device(const nb::tuple& inputs) { return inputs.size() > 0 && nb::isinstance<DeviceArray>(inputs[0]); }

nb::list run_there(const Operator& op, const nb::tuple& inputs, const Values& values, const Execution& on,
                   const Callbacks& callbacks, Results& found) {
  std::vector<ConstImageView> images;
  std::vector<ImageType> types;
  for (std::size_t i = 0; i < inputs.size() && !inputs[i].is_none(); ++i) {
    if (!nb::isinstance<DeviceArray>(inputs[i]) || nb::cast<DeviceArray&>(inputs[i]).device != on.device)
      throw nb::value_error((std::string(op.name) + ": " + std::string(op.inputs[i].name) +
                             " is not in the memory of " + on.device + " as the others are; see preamar.to_device")
                                .c_str());
    images.push_back(nb::cast<DeviceArray&>(inputs[i]).image.on_device());
    types.push_back(images.back().type());
  }
  (void)check_call(op, images.size(), values);
  std::vector<DeviceArray> results;
  std::vector<ImageView> outs;
  for (const ImageType& type : op.results(types, values)) {
    results.push_back({DeviceImage(type, on), on.device});
    outs.push_back(results.back().image.to_write_on_device());
  }
  run_unlocked(types[0].shape.count(), callbacks, [&] { found = run_operator(op, images, outs, values, on); });
  nb::list list;
  for (DeviceArray& result : results) list.append(nb::cast(std::move(result)));
  return list;
}

void declare_device_image(nb::module_& module) {
  nb::class_<DeviceArray>(module, "DeviceImage", "An image in the memory of a device.")
      .def("numpy", &as_numpy, "The pixels as a NumPy array.")
      .def_prop_ro("shape", &device_shape)
      .def_prop_ro("dtype", [](const DeviceArray& array) { return std::string(name_of(array.image.type().dtype)); })
      .def_ro("device", &DeviceArray::device)
      .def("__dlpack__", &dlpack, nb::kw_only(), "stream"_a = nb::none(), "max_version"_a = nb::none(),
           "dl_device"_a = nb::none(), "copy"_a = nb::none())
      .def("__dlpack_device__", [](const DeviceArray& array) { return dlpack_device(array.device); })
      .def("__repr__", [](const DeviceArray& array) {
        const ImageType& type = array.image.type();
        return "DeviceImage(" + type.shape.text() + " " + std::string(name_of(type.dtype)) + " on " + array.device +
               ")";
      });
  module.def("to_device", &to_device, "array"_a, "device"_a);
  module.def("from_dlpack", &from_dlpack, "array"_a);
}

}  // namespace preamar::python
