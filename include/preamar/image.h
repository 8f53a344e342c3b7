// Images: a pointer, a shape, strides and a pixel type. A view never owns; OwnedImage does.
#pragma once

#include <preamar/export.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace preamar {

enum class DType : std::uint8_t {
  boolean,  // one byte, 0 or 1
  uint8,
  uint16,
  uint32,
  uint64,
  int8,
  int16,
  int32,
  int64,
  float32,
  float64,
};

inline constexpr int dtype_count = 11;

// NumPy's names: "bool", "uint8", ..., "float64".
[[nodiscard]] PREAMAR_API std::string_view name_of(DType dtype) noexcept;
// Throws Error (call) for a name that is none of them.
[[nodiscard]] PREAMAR_API DType dtype_named(std::string_view name);
// Bytes per pixel.
[[nodiscard]] PREAMAR_API std::int64_t size_of(DType dtype) noexcept;
[[nodiscard]] constexpr bool is_floating(DType dtype) noexcept { return dtype >= DType::float32; }

// The tag of a C++ type: bool, an integer of 8 to 64 bits, float or double.
template <class T>
[[nodiscard]] consteval DType dtype_of() {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8, "no pixel type");
  if constexpr (std::is_same_v<T, bool>) return DType::boolean;
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? DType::float32 : DType::float64;
  const int log2_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return static_cast<DType>((std::is_signed_v<T> ? 5 : 1) + log2_size);
}

inline constexpr int max_rank = 3;

// The extents of an image, slowest axis first: {rows, columns} or {planes, rows, columns}.
class PREAMAR_API Shape {
 public:
  Shape() = default;
  // Throws Error (call) for a rank above max_rank or a negative extent.
  Shape(std::initializer_list<std::int64_t> extents);
  Shape(const std::int64_t* extents, int rank);

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] std::int64_t operator[](int axis) const noexcept { return extent_[static_cast<std::size_t>(axis)]; }
  // The number of pixels; throws Error (resource) where it exceeds 64 bits.
  [[nodiscard]] std::int64_t count() const;
  // As "4096x4096".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  std::array<std::int64_t, max_rank> extent_{};
  int rank_ = 0;
};

// Bytes from one pixel to the next along each axis; may be negative or zero.
using Strides = std::array<std::int64_t, max_rank>;

// The strides of a C-ordered image without gaps; throws Error (resource) where a product exceeds 64 bits.
[[nodiscard]] PREAMAR_API Strides dense_strides(DType dtype, const Shape& shape);

// What an image is, without its pixels.
struct ImageType {
  DType dtype = DType::uint8;
  Shape shape;
  friend bool operator==(const ImageType&, const ImageType&) = default;
};

// A view that reads.
class PREAMAR_API ConstImage {
 public:
  ConstImage() = default;
  ConstImage(const void* data, DType dtype, const Shape& shape)
      : ConstImage(data, dtype, shape, dense_strides(dtype, shape)) {}
  ConstImage(const void* data, DType dtype, const Shape& shape, const Strides& strides)
      : data_(data), type_{dtype, shape}, strides_(strides) {}

  [[nodiscard]] const void* data() const noexcept { return data_; }
  [[nodiscard]] DType dtype() const noexcept { return type_.dtype; }
  [[nodiscard]] const Shape& shape() const noexcept { return type_.shape; }
  [[nodiscard]] const ImageType& type() const noexcept { return type_; }
  [[nodiscard]] int rank() const noexcept { return type_.shape.rank(); }
  [[nodiscard]] std::int64_t stride(int axis) const noexcept { return strides_[static_cast<std::size_t>(axis)]; }
  [[nodiscard]] const Strides& strides() const noexcept { return strides_; }
  // True where the pixels of a row lie side by side.
  [[nodiscard]] bool has_dense_rows() const noexcept;
  // True where all pixels lie side by side in C order.
  [[nodiscard]] bool is_dense() const noexcept;

 protected:
  const void* data_ = nullptr;
  ImageType type_;
  Strides strides_{};
};

// A view that writes.
class PREAMAR_API Image : public ConstImage {
 public:
  Image() = default;
  Image(void* data, DType dtype, const Shape& shape) : ConstImage(data, dtype, shape) {}
  Image(void* data, DType dtype, const Shape& shape, const Strides& strides)
      : ConstImage(data, dtype, shape, strides) {}
  [[nodiscard]] void* data() const noexcept { return const_cast<void*>(data_); }
};

// Pixels of its own, dense, 64-byte aligned, not initialised. Moves; never copies by accident.
class PREAMAR_API OwnedImage {
 public:
  OwnedImage() = default;
  // Throws Error (resource) where the memory cannot be had.
  OwnedImage(DType dtype, const Shape& shape);
  explicit OwnedImage(const ImageType& type) : OwnedImage(type.dtype, type.shape) {}
  OwnedImage(OwnedImage&& other) noexcept;
  OwnedImage& operator=(OwnedImage&& other) noexcept;
  ~OwnedImage();

  [[nodiscard]] Image view() noexcept { return view_; }
  [[nodiscard]] ConstImage view() const noexcept { return view_; }
  operator Image() noexcept { return view_; }
  operator ConstImage() const noexcept { return view_; }
  [[nodiscard]] void* data() noexcept { return view_.data(); }
  [[nodiscard]] const void* data() const noexcept { return view_.data(); }
  [[nodiscard]] DType dtype() const noexcept { return view_.dtype(); }
  [[nodiscard]] const Shape& shape() const noexcept { return view_.shape(); }
  [[nodiscard]] const ImageType& type() const noexcept { return view_.type(); }

 private:
  Image view_;
};

}  // namespace preamar
