#include "arrays.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace nb = nanobind;

namespace preamar::python {
namespace {

// A format string of the buffer protocol, decoded.
struct Format {
  std::optional<DType> dtype;  // empty if it is not a pixel type
  bool foreign = false;        // the other byte order
};

DType sized(DType smallest, std::int64_t bytes) {
  return static_cast<DType>(static_cast<int>(smallest) + std::countr_zero(static_cast<std::uint64_t>(bytes)));
}

Format read_format(std::string_view format, std::int64_t bytes) {
  Format result;
  if (format.find_first_of("@=^<>!") == 0) {
    constexpr bool little = std::endian::native == std::endian::little;
    result.foreign = little ? format[0] == '>' || format[0] == '!' : format[0] == '<';
    format.remove_prefix(1);
  }
  if (format.size() != 1) return result;
  const char kind = format[0];
  if (kind == '?') result.dtype = DType::boolean;
  if (std::string_view("BHILQ").find(kind) != std::string_view::npos) result.dtype = sized(DType::uint8, bytes);
  if (std::string_view("bhilq").find(kind) != std::string_view::npos) result.dtype = sized(DType::int8, bytes);
  if (kind == 'f') result.dtype = DType::float32;
  if (kind == 'd') result.dtype = DType::float64;
  return result;
}

std::string dtype_text(nb::handle array) {
  const nb::object shown =
      nb::hasattr(array, "dtype") ? array.attr("dtype") : nb::object(array.type().attr("__name__"));
  return nb::cast<std::string>(nb::str(nb::handle(shown)));
}

// The argument name: the last word of "reconstruct: marker".
std::string name_in(const std::string& argument) { return argument.substr(argument.rfind(' ') + 1); }

DType buffer_dtype(const std::string& argument, nb::handle array, const Py_buffer& buffer) {
  const Format format = read_format(buffer.format ? buffer.format : "B", buffer.itemsize);
  if (!format.dtype)
    throw nb::type_error((argument + " has dtype " + dtype_text(array) +
                          "; bool, uint8 to uint64, int8 to int64, float32 and float64 are taken")
                             .c_str());
  if (format.foreign)
    throw nb::type_error((argument + " has dtype " + dtype_text(array) +
                          ", whose bytes are not in this machine's order; give " + name_in(argument) + ".astype('" +
                          std::string(name_of(*format.dtype)) + "')")
                             .c_str());
  return *format.dtype;
}

ImageView image_in(const std::string& argument, nb::handle array, const Py_buffer& buffer) {
  const DType dtype = buffer_dtype(argument, array, buffer);
  if (buffer.ndim > max_rank)
    throw nb::value_error(
        (argument + " has rank " + std::to_string(buffer.ndim) + "; images of rank 2 to 3 are taken").c_str());
  std::array<std::int64_t, max_rank> extents{};
  Strides strides{};
  for (int axis = 0; axis < buffer.ndim; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    extents[i] = buffer.shape[axis];
    strides[i] = buffer.strides[axis];
  }
  return {buffer.buf, dtype, Shape(extents.data(), buffer.ndim), strides};
}

void require_writable(const std::string& argument, const Py_buffer& buffer) {
  if (buffer.readonly) throw nb::value_error((argument + " is read-only; give an array that can be written").c_str());
}

}  // namespace

nb::dlpack::dtype dlpack_type(DType dtype) {
  using nb::dlpack::dtype_code;
  const dtype_code code = dtype == DType::boolean  ? dtype_code::Bool
                          : dtype < DType::int8    ? dtype_code::UInt
                          : dtype < DType::float32 ? dtype_code::Int
                                                   : dtype_code::Float;
  return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(size_of(dtype) * 8), 1};
}

ArrayView::ArrayView(const std::string& argument, nb::handle array, Access access) {
  if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_RECORDS_RO) != 0) {
    PyErr_Clear();
    throw nb::type_error((argument + " is " + dtype_text(array) + "; a NumPy array of numbers is taken").c_str());
  }
  try {
    image_ = image_in(argument, array, buffer_);
    if (access == Access::write) require_writable(argument, buffer_);
  } catch (...) {
    PyBuffer_Release(&buffer_);
    throw;
  }
}

nb::tuple shape_tuple(const Shape& shape) {
  nb::list extents;
  for (int axis = 0; axis < shape.rank(); ++axis) extents.append(shape[axis]);
  return nb::tuple(extents);
}

nb::object array_from(Image image) {
  auto owned = std::make_unique<Image>(std::move(image));
  const ConstImageView view = std::as_const(*owned).view();
  void* const data = owned->data();
  std::array<std::size_t, max_rank> extents{};
  for (int axis = 0; axis < view.rank(); ++axis)
    extents[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(view.shape()[axis]);
  const nb::capsule owner(owned.get(), [](void* pointer) noexcept { delete static_cast<Image*>(pointer); });
  owned.release();  // the capsule owns it now
  return nb::cast(nb::ndarray<nb::numpy>(data, static_cast<std::size_t>(view.rank()), extents.data(), owner, nullptr,
                                         dlpack_type(view.dtype())));
}

}  // namespace preamar::python
