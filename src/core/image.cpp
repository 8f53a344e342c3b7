#include <preamar/image.h>
#include <preamar/version.h>

#include "core/checked.h"
#include "core/dtype_names.h"
#include "core/error_text.h"
#include "core/memory.h"

#include <string>
#include <utility>

namespace preamar {
namespace {

constexpr std::int64_t sizes[dtype_count] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};

std::int64_t bytes_of(const ImageType& type) {
  return checked_product(type.shape.count(), size_of(type.dtype), "the image's bytes");
}

// Byte offset from the first pixel to the pixel at these coordinates.
std::int64_t offset_of(const ImageLayout& image, std::initializer_list<std::int64_t> place) {
  std::int64_t offset = 0;
  int axis = 0;
  for (const std::int64_t coordinate : place) {
    if (coordinate < 0 || coordinate >= image.shape()[axis])
      throw Error(ErrorKind::call,
                  text("image: coordinate ", coordinate, " of axis ", axis, " is not in ", image.shape().text()));
    offset += coordinate * image.stride(axis++);
  }
  return offset;
}

}  // namespace

const char* version() noexcept {
  static const std::string joined = text(version_major, ".", version_minor, ".", version_patch);
  return joined.c_str();
}

std::string_view name_of(DType dtype) noexcept { return dtype_names[static_cast<int>(dtype)]; }

DType dtype_named(std::string_view name) {
  for (int i = 0; i < dtype_count; ++i)
    if (dtype_names[i] == name) return static_cast<DType>(i);
  throw Error(ErrorKind::call,
              text("dtype: '", name, "' is none; give bool, uint8 to uint64, int8 to int64, ", "float32 or float64"));
}

std::int64_t size_of(DType dtype) noexcept { return sizes[static_cast<int>(dtype)]; }

Shape::Shape(std::initializer_list<std::int64_t> extents) : Shape(extents.begin(), static_cast<int>(extents.size())) {}

Shape::Shape(const std::int64_t* extents, int rank) : rank_(rank) {
  if (rank < 0 || rank > max_rank)
    throw Error(ErrorKind::call, preamar::text("shape: rank ", rank, " is not one of 0 to ", max_rank));
  for (int axis = 0; axis < rank; ++axis) {
    if (extents[axis] < 0)
      throw Error(ErrorKind::call, preamar::text("shape: extent ", extents[axis], " of axis ", axis, " is negative"));
    extent_[static_cast<std::size_t>(axis)] = extents[axis];
  }
}

std::int64_t Shape::count() const {
  std::int64_t n = 1;
  for (int axis = 0; axis < rank_; ++axis)
    if ((*this)[axis] == 0) return 0;
  for (int axis = 0; axis < rank_; ++axis) n = checked_product(n, (*this)[axis], "the number of pixels");
  return n;
}

std::string Shape::text() const {
  std::string joined;
  for (int axis = 0; axis < rank_; ++axis) joined += preamar::text(axis ? "x" : "", (*this)[axis]);
  return joined;
}

Strides dense_strides(DType dtype, const Shape& shape) {
  Strides strides{};
  std::int64_t step = size_of(dtype);
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    strides[static_cast<std::size_t>(axis)] = step;
    step = checked_product(step, shape[axis], "the image's bytes");
  }
  return strides;
}

bool ImageLayout::has_dense_rows() const noexcept {
  const int last = rank() - 1;
  return rank() == 0 || shape()[last] <= 1 || stride(last) == size_of(dtype());
}

bool ImageLayout::is_dense() const noexcept {
  std::int64_t step = size_of(dtype());
  for (int axis = rank() - 1; axis >= 0; --axis) {
    if (shape()[axis] == 0) return true;
    if (shape()[axis] > 1 && stride(axis) != step) return false;
    step *= shape()[axis];
  }
  return true;
}

void ImageLayout::require_type(DType wanted) const {
  if (dtype() != wanted)
    throw Error(ErrorKind::call, text("image: its pixels are ", name_of(dtype()), " and were asked for as ",
                                      name_of(wanted), "; ask for the type that dtype() names"));
  if (location() == Location::device)
    throw Error(ErrorKind::call,
                "image: its pixels are in the memory of a device; bring them to the host first (DeviceImage::on_host)");
}

void ImageLayout::require_dense() const {
  if (!is_dense())
    throw Error(ErrorKind::call, "image: its pixels do not lie side by side; ask for its rows or single pixels");
}

std::int64_t ImageLayout::row_offset(std::initializer_list<std::int64_t> place) const {
  if (!has_dense_rows())
    throw Error(ErrorKind::call, "image: the pixels of a row do not lie side by side; ask for single pixels");
  if (static_cast<int>(place.size()) != rank() - 1)
    throw Error(ErrorKind::call, text("image: a row of an image of rank ", rank(), " has ", rank() - 1,
                                      " coordinates and ", place.size(), " were given"));
  return offset_of(*this, place);
}

std::int64_t ImageLayout::pixel_offset(std::initializer_list<std::int64_t> place) const {
  if (static_cast<int>(place.size()) != rank())
    throw Error(ErrorKind::call, text("image: a pixel of an image of rank ", rank(), " has ", rank(),
                                      " coordinates and ", place.size(), " were given"));
  return offset_of(*this, place);
}

Image::Image(DType dtype, const Shape& shape) : view_(allocate(bytes_of({dtype, shape})), dtype, shape) {}

Image::Image(Image&& other) noexcept : view_(std::exchange(other.view_, ImageView())) {}

Image& Image::operator=(Image&& other) noexcept {
  std::swap(view_, other.view_);
  return *this;
}

Image::~Image() {
  if (view_.data()) release(view_.data(), bytes_of(view_.type()));
}

}  // namespace preamar
