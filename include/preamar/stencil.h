/// @file
/// Neighbourhood operations by a function of your own:
///
///     preamar::stencil<3, 3>(image, out, [](const preamar::Window<float, 3, 3>& w) { return w(0, 1) - w(0, -1); });
///     preamar::stencil<float, 3, 3>(image, out, [](const auto& w) { return w(0, 1) - w(0, -1); });
///
/// Pixels and results are converted as by map().
#pragma once

#include <preamar/border.h>
#include <preamar/rows.h>
#include <preamar/signature.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace preamar {

/// The neighbourhood of a pixel, as numbers of type T.
/// @tparam T type of the pixels
/// @tparam extents rows and columns, or planes, rows and columns; all odd
template <class T, int... extents>
class Window {
  static constexpr std::size_t rank = sizeof...(extents);
  static_assert(rank == 2 || rank == 3, "a window has two or three extents");
  static_assert(((extents > 0 && extents % 2 == 1) && ...), "the extents of a window are odd");
  static constexpr std::array<int, rank> extent{extents...};

 public:
  using Pixel = T;  ///< type of the pixels
  /// Number of rows of all planes.
  static constexpr int rows = (extents * ...) / extent[rank - 1];

  /// The window around column `x` of the rows at `from`.
  Window(const T* const* from, std::int64_t x) : from_(from), x_(x) {}

  /// Returns the pixel at an offset in rows and columns from the centre, at most half the extent.
  [[nodiscard]] T operator()(int dy, int dx) const requires(rank == 2) { return at(dy + extent[0] / 2, dx); }
  /// Returns the pixel at an offset in planes, rows and columns from the centre, at most half the extent.
  [[nodiscard]] T operator()(int dz, int dy, int dx) const requires(rank == 3) {
    return at((dz + extent[0] / 2) * extent[1] + dy + extent[1] / 2, dx);
  }

 private:
  [[nodiscard]] T at(int row, int dx) const { return from_[row][x_ + dx + extent[rank - 1] / 2]; }

  const T* const* from_;
  std::int64_t x_;
};

namespace detail {

// The pixel type of a window of these extents; void for any other type.
template <class Around, int... extents>
struct WindowPixel {
  using Type = void;
};
template <class T, int... extents>
struct WindowPixel<Window<T, extents...>, extents...> {
  using Type = T;
};

// True if the function takes windows of type `Around` and returns a pixel; otherwise one static_assert fails.
template <class Function, class Around, class Pixel>
consteval bool require_stencil() {
  if constexpr (std::is_void_v<Around>) {
    static_assert(!std::is_void_v<Around>,
                  "the type of its pixels is unknown: let it take a Window<T, ...>, or "
                  "write stencil<T, ...>(...)");
  } else if constexpr (std::is_void_v<Pixel>) {
    static_assert(!std::is_void_v<Pixel>, "stencil: the function must take a Window of the extents of the stencil");
  } else if constexpr (!is_pixel_type<Pixel>) {
    static_assert(is_pixel_type<Pixel>,
                  "stencil: no pixel type: give bool, an integer of 8 to 64 bits, float or double");
  } else if constexpr (!std::is_invocable_v<const Function&, const Around&>) {
    static_assert(std::is_invocable_v<const Function&, const Around&>,
                  "stencil: the function must take a const Window& of the extents of the stencil, and be const");
  } else {
    constexpr bool gives_pixels =
        is_pixel_type<std::remove_cvref_t<std::invoke_result_t<const Function&, const Around&>>>;
    static_assert(gives_pixels,
                  "stencil: its result must be a pixel: bool, an integer of 8 to 64 bits, float or double");
    return gives_pixels;
  }
  return false;
}

template <class Around, class Pixel, int... extents, class Function>
void stencil_image(ConstImageView image, ImageView out, const Function& function, const Beyond& beyond,
                   const Execution& on) {
  if constexpr (require_stencil<Function, Around, Pixel>()) {
    using Result = std::remove_cvref_t<std::invoke_result_t<const Function&, const Around&>>;
    const auto row = [](const void* context, const RowCall& call) {
      const Function& each = *static_cast<const Function*>(context);
      // Local copies: writes through `to` may alias `call` and would block vectorisation.
      std::array<const Pixel*, Around::rows> from;
      for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<const Pixel*>(call.from[i]);
      Result* __restrict to = static_cast<Result*>(call.to);
      const std::int64_t length = call.length;
      for (std::int64_t x = 0; x < length; ++x) to[x] = each(Around(from.data(), x));
    };
    std::array<std::int64_t, 3> window{1, 1, 1};
    std::size_t axis = 3 - sizeof...(extents);
    ((window[axis++] = extents), ...);
    stencil_rows(image, out, {dtype_of<Pixel>(), dtype_of<Result>(), window, row, &function}, beyond, on);
  }
}

}  // namespace detail

/// Computes each pixel of `out` from the neighbourhood of the pixel.
/// @tparam extents extents of the window: rows and columns, or planes, rows and columns; all odd. A window of two
///   extents stays in its plane.
/// @param image an image of rank 2 or 3 and any dtype
/// @param[out] out result: the same shape, any dtype, in memory of its own
/// @param function takes a `const Window<T, extents...>&` and returns a pixel. Several threads call it at the same
/// time.
/// @param beyond how the image is extended beyond its border; default: Border::nearest
/// @param on threads, progress; the device is "cpu" or "reference"
/// @throws Error kind `call` if the images do not match or the window has three extents and the image rank 2; any
///   exception of the function
template <int... extents, class Function>
void stencil(ConstImageView image, ImageView out, Function function, const Beyond& beyond = Border::nearest,
             const Execution& on = {}) {
  using Around = typename PixelOf<void, Function, 0>::Type;
  using Pixel = typename detail::WindowPixel<Around, extents...>::Type;
  detail::stencil_image<Around, Pixel, extents...>(image, out, function, beyond, on);
}
/// Computes each pixel of `out` from its neighbourhood, by a generic function.
/// @tparam Pixel type of the pixels of the window
/// @tparam extents extents of the window: rows and columns, or planes, rows and columns; all odd
/// @param image an image of rank 2 or 3 and any dtype
/// @param[out] out result: the same shape, any dtype, in memory of its own
/// @param function takes a window and returns a pixel. Several threads call it at the same time.
/// @param beyond how the image is extended beyond its border; default: Border::nearest
/// @param on threads, progress; the device is "cpu" or "reference"
/// @throws Error as above; any exception of the function
template <class Pixel, int... extents, class Function>
void stencil(ConstImageView image, ImageView out, Function function, const Beyond& beyond = Border::nearest,
             const Execution& on = {}) {
  detail::stencil_image<Window<Pixel, extents...>, Pixel, extents...>(image, out, function, beyond, on);
}

}  // namespace preamar
