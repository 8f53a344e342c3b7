// NumPy arrays as images, and images as NumPy arrays, without copies.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <preamar/image.h>

#include <string>

namespace preamar::python {

enum class Access { read, write };

// The pixels of an array. Holds a buffer-protocol export, so the array can be neither freed nor resized while the
// interpreter lock is released. Construct and destroy it with the lock held.
class ArrayView {
 public:
  // `argument` begins every message: "reconstruct: marker". Throws nb::type_error or nb::value_error.
  ArrayView(const std::string& argument, nanobind::handle array, Access access);
  ArrayView(const ArrayView&) = delete;
  ArrayView& operator=(const ArrayView&) = delete;
  ~ArrayView() { PyBuffer_Release(&buffer_); }

  // Writable if the access is Access::write.
  [[nodiscard]] ImageView image() const noexcept { return image_; }

 private:
  Py_buffer buffer_{};
  ImageView image_;
};

// The DLPack dtype of a pixel type.
[[nodiscard]] nanobind::dlpack::dtype dlpack_type(DType dtype);

[[nodiscard]] nanobind::tuple shape_tuple(const Shape& shape);

// The array takes ownership of the image's memory.
[[nodiscard]] nanobind::object array_from(Image image);

}  // namespace preamar::python
