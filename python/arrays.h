// NumPy arrays as images, and images as NumPy arrays, neither by copying.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <preamar/image.h>

#include <string>

namespace preamar::python {

enum class Access { read, write };

// The pixels of an array, held by the buffer protocol for as long as this lives, so that the array can neither go
// nor be resized while the interpreter lock is released. Made and destroyed with the lock held.
class ArrayView {
 public:
  // `argument` begins every message: "reconstruct: marker". Throws nb::type_error or nb::value_error.
  ArrayView(const std::string& argument, nanobind::handle array, Access access);
  ArrayView(const ArrayView&) = delete;
  ArrayView& operator=(const ArrayView&) = delete;
  ~ArrayView() { PyBuffer_Release(&buffer_); }

  // Writable where the access said so.
  [[nodiscard]] ImageView image() const noexcept { return image_; }

 private:
  Py_buffer buffer_{};
  ImageView image_;
};

// A type of pixel as DLPack has it.
[[nodiscard]] nanobind::dlpack::dtype dlpack_type(DType dtype);

// The array takes over the image's memory.
[[nodiscard]] nanobind::object array_from(Image image);

}  // namespace preamar::python
