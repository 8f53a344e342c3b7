// Images: pixels of one type in a grid of two or three axes.
//
//   Image           owns its pixels
//   ImageView       sees pixels that somebody else owns, and may write them
//   ConstImageView  sees them, and may not
//
// Views are small and passed by value. Every operator takes views, to which an Image converts.
#pragma once

#include <preamar/export.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
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

// Whether pixels can be of a C++ type: bool, an integer of 8 to 64 bits, float or double. Half floats are not among
// them, nor is long double, even where it has 64 bits.
template <class T>
inline constexpr bool is_pixel_type =
    (std::is_integral_v<T> && sizeof(T) <= 8) || std::is_same_v<T, float> || std::is_same_v<T, double>;
template <>
inline constexpr bool is_pixel_type<void> = false;

// The dtype of a C++ type.
template <class T>
[[nodiscard]] consteval DType dtype_of() {
  static_assert(is_pixel_type<T>, "no pixel type: give bool, an integer of 8 to 64 bits, float or double");
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

// Whose memory the pixels are in.
enum class Location : std::uint8_t {
  host,    // the program's
  device,  // a device's own: the address says which pixels, and only operators on that device can read them
};

// Where the pixels of a view lie, without the pixels.
class PREAMAR_API ImageLayout {
 public:
  [[nodiscard]] DType dtype() const noexcept { return type_.dtype; }
  [[nodiscard]] const Shape& shape() const noexcept { return type_.shape; }
  [[nodiscard]] const ImageType& type() const noexcept { return type_; }
  [[nodiscard]] int rank() const noexcept { return type_.shape.rank(); }
  [[nodiscard]] std::int64_t stride(int axis) const noexcept { return strides_[static_cast<std::size_t>(axis)]; }
  [[nodiscard]] const Strides& strides() const noexcept { return strides_; }
  [[nodiscard]] Location location() const noexcept { return location_; }
  // True where the pixels of a row lie side by side.
  [[nodiscard]] bool has_dense_rows() const noexcept;
  // True where all pixels lie side by side in C order.
  [[nodiscard]] bool is_dense() const noexcept;

 protected:
  ImageLayout() = default;
  ImageLayout(DType dtype, const Shape& shape, const Strides& strides, Location location)
      : type_{dtype, shape}, strides_(strides), location_(location) {}

  // Each throws Error (call) where the pixels are of another type, not on the host, or not where they are asked for.
  void require_type(DType wanted) const;
  void require_dense() const;
  [[nodiscard]] std::int64_t row_offset(std::initializer_list<std::int64_t> place) const;
  [[nodiscard]] std::int64_t pixel_offset(std::initializer_list<std::int64_t> place) const;

 private:
  ImageType type_;
  Strides strides_{};
  Location location_ = Location::host;
};

class Image;

// A view of pixels that somebody else owns and that must live as long as it is used. `Void` is void where it may
// write, const void where it may not; use the names ImageView and ConstImageView.
template <class Void>
class BasicImageView : public ImageLayout {
  template <class T>
  using Pixel = std::conditional_t<std::is_const_v<Void>, const T, T>;
  using Byte = Pixel<std::byte>;
  using Owner = Pixel<Image>;

 public:
  // No pixels: of rank 0.
  BasicImageView() = default;
  // Dense pixels in C order.
  BasicImageView(Void* data, DType dtype, const Shape& shape)
      : BasicImageView(data, dtype, shape, dense_strides(dtype, shape)) {}
  BasicImageView(Void* data, DType dtype, const Shape& shape, const Strides& strides,
                 Location location = Location::host)
      : ImageLayout(dtype, shape, strides, location), data_(data) {}
  // Of an image, which a compiler that knows [[clang::lifetimebound]] keeps from being a temporary.
  BasicImageView(Owner& image PREAMAR_LIFETIME_BOUND);
  // What may be written may be read.
  template <class Other>
  requires(std::is_const_v<Void> && !std::is_const_v<Other>) BasicImageView(const BasicImageView<Other>& other)
      : ImageLayout(other), data_(other.data()) {}

  [[nodiscard]] Void* data() const noexcept { return data_; }

  // All pixels of a dense image in C order; the pixels of a dense row, as row<T>(y) or row<T>(z, y); one pixel, as
  // at<T>(y, x) or at<T>(z, y, x). Each throws Error (call) where the dtype is not T's, the pixels are in a device's
  // memory, or there is no such row or pixel.
  template <class T>
  [[nodiscard]] std::span<Pixel<T>> as() const {
    require_type(dtype_of<T>());
    require_dense();
    return {static_cast<Pixel<T>*>(data_), static_cast<std::size_t>(shape().count())};
  }
  template <class T, class... Index>
  [[nodiscard]] std::span<Pixel<T>> row(Index... place) const {
    require_type(dtype_of<T>());
    Byte* const first = static_cast<Byte*>(data_) + row_offset({static_cast<std::int64_t>(place)...});
    return {reinterpret_cast<Pixel<T>*>(first), static_cast<std::size_t>(shape()[rank() - 1])};
  }
  template <class T, class... Index>
  [[nodiscard]] Pixel<T>& at(Index... place) const {
    require_type(dtype_of<T>());
    return *reinterpret_cast<Pixel<T>*>(static_cast<Byte*>(data_) +
                                        pixel_offset({static_cast<std::int64_t>(place)...}));
  }

 private:
  Void* data_ = nullptr;
};

using ImageView = BasicImageView<void>;
using ConstImageView = BasicImageView<const void>;

// A view of pixels that lie at `data`, dense in C order, or with so many bytes between neighbours along each axis. A
// view of const pixels is a ConstImageView.
template <class T>
[[nodiscard]] auto view(T* data, const Shape& shape, const Strides& strides) {
  using Void = std::conditional_t<std::is_const_v<T>, const void, void>;
  return BasicImageView<Void>(data, dtype_of<std::remove_const_t<T>>(), shape, strides);
}
template <class T>
[[nodiscard]] auto view(T* data, const Shape& shape) {
  return view(data, shape, dense_strides(dtype_of<std::remove_const_t<T>>(), shape));
}

// Pixels of its own, dense, 64-byte aligned, not initialised. Moves; never copies by accident.
class PREAMAR_API Image {
 public:
  Image() = default;
  // Throws Error (resource) where the memory cannot be had.
  Image(DType dtype, const Shape& shape);
  explicit Image(const ImageType& type) : Image(type.dtype, type.shape) {}
  Image(Image&& other) noexcept;
  Image& operator=(Image&& other) noexcept;
  ~Image();

  [[nodiscard]] ImageView view() & noexcept PREAMAR_LIFETIME_BOUND { return view_; }
  [[nodiscard]] ConstImageView view() const& noexcept PREAMAR_LIFETIME_BOUND { return view_; }
  // Give the image a name: the view of a temporary would outlive its pixels.
  ImageView view() && = delete;
  ConstImageView view() const&& = delete;

  [[nodiscard]] void* data() noexcept { return view_.data(); }
  [[nodiscard]] const void* data() const noexcept { return view_.data(); }
  [[nodiscard]] DType dtype() const noexcept { return view_.dtype(); }
  [[nodiscard]] const Shape& shape() const noexcept { return view_.shape(); }
  [[nodiscard]] const ImageType& type() const noexcept { return view_.type(); }
  [[nodiscard]] int rank() const noexcept { return view_.rank(); }

  // As those of a view.
  template <class T>
  [[nodiscard]] std::span<T> as() & {
    return view_.as<T>();
  }
  template <class T>
  [[nodiscard]] std::span<const T> as() const& {
    return view_.as<T>();
  }
  template <class T, class... Index>
  [[nodiscard]] std::span<T> row(Index... place) & {
    return view_.row<T>(place...);
  }
  template <class T, class... Index>
  [[nodiscard]] std::span<const T> row(Index... place) const& {
    return view_.row<T>(place...);
  }
  template <class T, class... Index>
  [[nodiscard]] T& at(Index... place) & {
    return view_.at<T>(place...);
  }
  template <class T, class... Index>
  [[nodiscard]] const T& at(Index... place) const& {
    return view_.at<T>(place...);
  }

 private:
  ImageView view_;
};

template <class Void>
BasicImageView<Void>::BasicImageView(Owner& image) : BasicImageView(image.view()) {}

}  // namespace preamar
