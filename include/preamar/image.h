/// @file
/// Images: pixels of one dtype on a grid of two or three axes.
///
/// | type | owns its pixels | may write them |
/// |---|---|---|
/// | Image | yes | yes |
/// | ImageView | no | yes |
/// | ConstImageView | no | no |
///
/// Every operator takes views. Views are small: pass them by value. An Image converts to a view.
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

/// The type of pixels.
enum class DType : std::uint8_t {
  boolean,  ///< bool: one byte, 0 or 1
  uint8,    ///< unsigned integer of 8 bits
  uint16,   ///< unsigned integer of 16 bits
  uint32,   ///< unsigned integer of 32 bits
  uint64,   ///< unsigned integer of 64 bits
  int8,     ///< signed integer of 8 bits
  int16,    ///< signed integer of 16 bits
  int32,    ///< signed integer of 32 bits
  int64,    ///< signed integer of 64 bits
  float32,  ///< float
  float64,  ///< double
};

/// The number of dtypes.
inline constexpr int dtype_count = 11;

/// Returns the name of a dtype as in NumPy: "bool", "uint8", ..., "float64".
[[nodiscard]] PREAMAR_API std::string_view name_of(DType dtype) noexcept;
/// Returns the dtype of that name.
/// @param name a name as name_of() returns it
/// @throws Error kind `call` if there is no such dtype
[[nodiscard]] PREAMAR_API DType dtype_named(std::string_view name);
/// Returns the bytes per pixel.
[[nodiscard]] PREAMAR_API std::int64_t size_of(DType dtype) noexcept;
/// Returns whether the dtype is float32 or float64.
[[nodiscard]] constexpr bool is_floating(DType dtype) noexcept { return dtype >= DType::float32; }

/// Whether pixels can have the C++ type T: bool, an integer of 8 to 64 bits, float or double. Half floats cannot, nor
/// can long double, even if it has 64 bits.
template <class T>
inline constexpr bool is_pixel_type =
    (std::is_integral_v<T> && sizeof(T) <= 8) || std::is_same_v<T, float> || std::is_same_v<T, double>;
template <>
inline constexpr bool is_pixel_type<void> = false;

/// Returns the dtype of the C++ type T. T must be a pixel type.
template <class T>
[[nodiscard]] consteval DType dtype_of() {
  static_assert(is_pixel_type<T>, "no pixel type: give bool, an integer of 8 to 64 bits, float or double");
  if constexpr (std::is_same_v<T, bool>) return DType::boolean;
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? DType::float32 : DType::float64;
  const int log2_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return static_cast<DType>((std::is_signed_v<T> ? 5 : 1) + log2_size);
}

/// The maximum number of axes of an image.
inline constexpr int max_rank = 3;

/// The extents of an image in pixels, slowest axis first: {rows, columns} or {planes, rows, columns}.
class PREAMAR_API Shape {
 public:
  /// The shape of rank 0.
  Shape() = default;
  /// The shape of these extents.
  /// @param extents one per axis, each 0 or more
  /// @throws Error kind `call` if there are more than max_rank extents or one is negative
  Shape(std::initializer_list<std::int64_t> extents);
  /// The shape of `rank` extents.
  /// @param extents the first of `rank` extents, each 0 or more
  /// @param rank number of axes, at most max_rank
  /// @throws Error kind `call` if the rank is out of range or an extent is negative
  Shape(const std::int64_t* extents, int rank);

  /// Returns the number of axes.
  [[nodiscard]] int rank() const noexcept { return rank_; }
  /// Returns the extent along an axis, 0 to rank() - 1. The axis is not checked.
  [[nodiscard]] std::int64_t operator[](int axis) const noexcept { return extent_[static_cast<std::size_t>(axis)]; }
  /// Returns the number of pixels.
  /// @throws Error kind `resource` if the number exceeds 64 bits
  [[nodiscard]] std::int64_t count() const;
  /// Returns the shape as text: "4096x4096".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  std::array<std::int64_t, max_rank> extent_{};
  int rank_ = 0;
};

/// Bytes from one pixel to the next along each axis. They may be negative, and 0 for images that are only read.
using Strides = std::array<std::int64_t, max_rank>;

/// Returns the strides of an image in C order without gaps.
/// @param dtype type of the pixels
/// @param shape extents of the image
/// @throws Error kind `resource` if the size in bytes exceeds 64 bits
[[nodiscard]] PREAMAR_API Strides dense_strides(DType dtype, const Shape& shape);

/// The dtype and the shape of an image.
struct ImageType {
  DType dtype = DType::uint8;  ///< type of the pixels
  Shape shape;                 ///< extents in pixels
  friend bool operator==(const ImageType&, const ImageType&) = default;
};

/// The memory in which pixels are.
enum class Location : std::uint8_t {
  host,    ///< the memory of the program
  device,  ///< the memory of a device: only operators on that device can use the address
};

/// Dtype, shape and strides of a view: everything except the address of the pixels.
class PREAMAR_API ImageLayout {
 public:
  /// Returns the type of the pixels.
  [[nodiscard]] DType dtype() const noexcept { return type_.dtype; }
  /// Returns the extents in pixels.
  [[nodiscard]] const Shape& shape() const noexcept { return type_.shape; }
  /// Returns the dtype and the shape.
  [[nodiscard]] const ImageType& type() const noexcept { return type_; }
  /// Returns the number of axes; 0 for an empty view.
  [[nodiscard]] int rank() const noexcept { return type_.shape.rank(); }
  /// Returns the bytes from one pixel to the next along an axis.
  [[nodiscard]] std::int64_t stride(int axis) const noexcept { return strides_[static_cast<std::size_t>(axis)]; }
  /// Returns the strides along all axes, in bytes.
  [[nodiscard]] const Strides& strides() const noexcept { return strides_; }
  /// Returns whether the pixels are on the host or on a device.
  [[nodiscard]] Location location() const noexcept { return location_; }
  /// Returns whether the pixels of each row are adjacent in memory.
  [[nodiscard]] bool has_dense_rows() const noexcept;
  /// Returns whether all pixels are adjacent in memory, in C order.
  [[nodiscard]] bool is_dense() const noexcept;

 protected:
  ImageLayout() = default;
  ImageLayout(DType dtype, const Shape& shape, const Strides& strides, Location location)
      : type_{dtype, shape}, strides_(strides), location_(location) {}

  // Each throws Error (call) if the dtype differs, the pixels are not on the host or not dense, or the coordinates are
  // outside of the image.
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

/// A view of pixels that another object owns. The owner must outlive the view. Use the names ImageView (`Void` is void:
/// pixels may be written) and ConstImageView (const void: they may not).
template <class Void>
class BasicImageView : public ImageLayout {
  template <class T>
  using Pixel = std::conditional_t<std::is_const_v<Void>, const T, T>;
  using Byte = Pixel<std::byte>;
  using Owner = Pixel<Image>;

 public:
  /// A view without pixels, of rank 0.
  BasicImageView() = default;
  /// A view of dense pixels in C order.
  /// @param data the first pixel
  /// @param dtype type of the pixels
  /// @param shape extents in pixels
  /// @throws Error kind `resource` if the size in bytes exceeds 64 bits
  BasicImageView(Void* data, DType dtype, const Shape& shape)
      : BasicImageView(data, dtype, shape, dense_strides(dtype, shape)) {}
  /// A view of pixels with strides.
  /// @param data the pixel at coordinates 0
  /// @param dtype type of the pixels
  /// @param shape extents in pixels
  /// @param strides bytes from one pixel to the next along each axis
  /// @param location whether `data` is an address of the host or of a device
  BasicImageView(Void* data, DType dtype, const Shape& shape, const Strides& strides,
                 Location location = Location::host)
      : ImageLayout(dtype, shape, strides, location), data_(data) {}
  /// A view of all pixels of an image, which must outlive the view. Clang warns if the image is a temporary.
  BasicImageView(Owner& image PREAMAR_LIFETIME_BOUND);
  /// An ImageView converts to a ConstImageView.
  template <class Other>
  requires(std::is_const_v<Void> && !std::is_const_v<Other>) BasicImageView(const BasicImageView<Other>& other)
      : ImageLayout(other), data_(other.data()) {}

  /// Returns the address of the pixel at coordinates 0; null for an empty view.
  [[nodiscard]] Void* data() const noexcept { return data_; }

  /// Returns all pixels of a dense image, in C order.
  /// @tparam T type of the pixels
  /// @throws Error kind `call` if T is not the dtype, the pixels are on a device, or the image is not dense
  template <class T>
  [[nodiscard]] std::span<Pixel<T>> as() const {
    require_type(dtype_of<T>());
    require_dense();
    return {static_cast<Pixel<T>*>(data_), static_cast<std::size_t>(shape().count())};
  }
  /// Returns the pixels of one row: `row<T>(y)` in rank 2, `row<T>(z, y)` in rank 3.
  /// @tparam T type of the pixels
  /// @param place coordinates of the row
  /// @throws Error kind `call` if T is not the dtype, the pixels are on a device or not adjacent, or there is no such
  /// row
  template <class T, class... Index>
  [[nodiscard]] std::span<Pixel<T>> row(Index... place) const {
    require_type(dtype_of<T>());
    Byte* const first = static_cast<Byte*>(data_) + row_offset({static_cast<std::int64_t>(place)...});
    return {reinterpret_cast<Pixel<T>*>(first), static_cast<std::size_t>(shape()[rank() - 1])};
  }
  /// Returns a reference to one pixel: `at<T>(y, x)` in rank 2, `at<T>(z, y, x)` in rank 3. Each call is checked: use
  /// row() or as() in loops.
  /// @tparam T type of the pixels
  /// @param place coordinates of the pixel
  /// @throws Error kind `call` if T is not the dtype, the pixels are on a device, or there is no such pixel
  template <class T, class... Index>
  [[nodiscard]] Pixel<T>& at(Index... place) const {
    require_type(dtype_of<T>());
    return *reinterpret_cast<Pixel<T>*>(static_cast<Byte*>(data_) +
                                        pixel_offset({static_cast<std::int64_t>(place)...}));
  }

 private:
  Void* data_ = nullptr;
};

/// A view whose pixels may be written: the type of outputs.
using ImageView = BasicImageView<void>;
/// A view whose pixels may only be read: the type of inputs.
using ConstImageView = BasicImageView<const void>;

/// Makes a view of pixels in memory, with strides.
/// @param data the pixel at coordinates 0; its type gives the dtype
/// @param shape extents in pixels, slowest axis first
/// @param strides bytes from one pixel to the next along each axis
/// @return an ImageView, or a ConstImageView if T is const; it does not own the pixels
template <class T>
[[nodiscard]] auto view(T* data, const Shape& shape, const Strides& strides) {
  using Void = std::conditional_t<std::is_const_v<T>, const void, void>;
  return BasicImageView<Void>(data, dtype_of<std::remove_const_t<T>>(), shape, strides);
}
/// Makes a view of dense pixels in C order.
/// @param data the first pixel; its type gives the dtype
/// @param shape extents in pixels, slowest axis first
/// @return an ImageView, or a ConstImageView if T is const; it does not own the pixels
/// @throws Error kind `resource` if the size in bytes exceeds 64 bits
template <class T>
[[nodiscard]] auto view(T* data, const Shape& shape) {
  return view(data, shape, dense_strides(dtype_of<std::remove_const_t<T>>(), shape));
}

/// An image that owns its pixels: dense, in C order, aligned to 64 bytes, not initialised. It can be moved, not copied.
class PREAMAR_API Image {
 public:
  /// An image without pixels, of rank 0.
  Image() = default;
  /// Allocates an image; its pixels are not initialised.
  /// @param dtype type of the pixels
  /// @param shape extents in pixels
  /// @throws Error kind `resource` if the memory cannot be allocated
  Image(DType dtype, const Shape& shape);
  /// Allocates an image; its pixels are not initialised.
  /// @param type dtype and shape
  /// @throws Error kind `resource` if the memory cannot be allocated
  explicit Image(const ImageType& type) : Image(type.dtype, type.shape) {}
  /// Takes over the pixels of `other`, which is then of rank 0.
  Image(Image&& other) noexcept;
  /// Exchanges the pixels with those of `other`.
  Image& operator=(Image&& other) noexcept;
  ~Image();

  /// Returns a view of the pixels. The image must outlive it.
  [[nodiscard]] ImageView view() & noexcept PREAMAR_LIFETIME_BOUND { return view_; }
  /// Returns a view of the pixels for reading. The image must outlive it.
  [[nodiscard]] ConstImageView view() const& noexcept PREAMAR_LIFETIME_BOUND { return view_; }
  /// Deleted: the view of a temporary would outlive its pixels. Give the image a name.
  ImageView view() && = delete;
  /// Deleted: the view of a temporary would outlive its pixels. Give the image a name.
  ConstImageView view() const&& = delete;

  /// Returns the address of the first pixel; null for an image without pixels.
  [[nodiscard]] void* data() noexcept { return view_.data(); }
  /// Returns the address of the first pixel; null for an image without pixels.
  [[nodiscard]] const void* data() const noexcept { return view_.data(); }
  /// Returns the type of the pixels.
  [[nodiscard]] DType dtype() const noexcept { return view_.dtype(); }
  /// Returns the extents in pixels.
  [[nodiscard]] const Shape& shape() const noexcept { return view_.shape(); }
  /// Returns the dtype and the shape.
  [[nodiscard]] const ImageType& type() const noexcept { return view_.type(); }
  /// Returns the number of axes; 0 for an image without pixels.
  [[nodiscard]] int rank() const noexcept { return view_.rank(); }

  /// Returns all pixels in C order.
  /// @throws Error kind `call` if T is not the dtype
  template <class T>
  [[nodiscard]] std::span<T> as() & {
    return view_.as<T>();
  }
  /// Returns all pixels in C order, for reading.
  /// @throws Error kind `call` if T is not the dtype
  template <class T>
  [[nodiscard]] std::span<const T> as() const& {
    return view_.as<T>();
  }
  /// Deleted: the pixels of a temporary end with it. Give the image a name.
  template <class T>
  std::span<T> as() && = delete;
  /// Deleted: the pixels of a temporary end with it. Give the image a name.
  template <class T>
  std::span<const T> as() const&& = delete;
  /// Returns the pixels of one row: `row<T>(y)` or `row<T>(z, y)`.
  /// @throws Error kind `call` if T is not the dtype or there is no such row
  template <class T, class... Index>
  [[nodiscard]] std::span<T> row(Index... place) & {
    return view_.row<T>(place...);
  }
  /// Returns the pixels of one row for reading: `row<T>(y)` or `row<T>(z, y)`.
  /// @throws Error kind `call` if T is not the dtype or there is no such row
  template <class T, class... Index>
  [[nodiscard]] std::span<const T> row(Index... place) const& {
    return view_.row<T>(place...);
  }
  /// Deleted: the pixels of a temporary end with it. Give the image a name.
  template <class T, class... Index>
  std::span<T> row(Index... place) && = delete;
  /// Deleted: the pixels of a temporary end with it. Give the image a name.
  template <class T, class... Index>
  std::span<const T> row(Index... place) const&& = delete;
  /// Returns one pixel: `at<T>(y, x)` or `at<T>(z, y, x)`. Each call is checked: use row() or as() in loops.
  /// @throws Error kind `call` if T is not the dtype or there is no such pixel
  template <class T, class... Index>
  [[nodiscard]] T& at(Index... place) & {
    return view_.at<T>(place...);
  }
  /// Returns one pixel for reading: `at<T>(y, x)` or `at<T>(z, y, x)`.
  /// @throws Error kind `call` if T is not the dtype or there is no such pixel
  template <class T, class... Index>
  [[nodiscard]] const T& at(Index... place) const& {
    return view_.at<T>(place...);
  }
  /// Deleted: the pixels of a temporary end with it. Give the image a name.
  template <class T, class... Index>
  T& at(Index... place) && = delete;
  /// Deleted: the pixels of a temporary end with it. Give the image a name.
  template <class T, class... Index>
  const T& at(Index... place) const&& = delete;

 private:
  ImageView view_;
};

template <class Void>
BasicImageView<Void>::BasicImageView(Owner& image) : BasicImageView(image.view()) {}

}  // namespace preamar
