// A function of your own, applied to each pixel and its neighbourhood:
//
//   preamar::stencil<3, 3>(image, out, [](const preamar::Window<float, 3, 3>& w) { return w(0, 1) - w(0, -1); });
//   preamar::stencil<float, 3, 3>(image, out, [](const auto& w) { return w(0, 1) - w(0, -1); });
//
// Pixels and results are converted as by preamar::map.
#pragma once

#include <preamar/border.h>
#include <preamar/rows.h>
#include <preamar/signature.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace preamar {

// The neighbourhood of a pixel, as numbers of type T. Extents: rows and columns, or planes, rows and columns; all odd.
template <class T, int... extents>
class Window {
  static constexpr std::size_t rank = sizeof...(extents);
  static_assert(rank == 2 || rank == 3, "a window has two or three extents");
  static_assert(((extents > 0 && extents % 2 == 1) && ...), "the extents of a window are odd");
  static constexpr std::array<int, rank> extent{extents...};

 public:
  using Pixel = T;
  static constexpr int rows = (extents * ...) / extent[rank - 1];  // of all planes

  Window(const T* const* from, std::int64_t x) : from_(from), x_(x) {}

  // The pixel at an offset from the middle, at most half the extent along each axis.
  [[nodiscard]] T operator()(int dy, int dx) const requires(rank == 2) { return at(dy + extent[0] / 2, dx); }
  [[nodiscard]] T operator()(int dz, int dy, int dx) const requires(rank == 3) {
    return at((dz + extent[0] / 2) * extent[1] + dy + extent[1] / 2, dx);
  }

 private:
  [[nodiscard]] T at(int row, int dx) const { return from_[row][x_ + dx + extent[rank - 1] / 2]; }

  const T* const* from_;
  std::int64_t x_;
};

namespace detail {

// The type of pixels of a window of these extents; void of anything else.
template <class Around, int... extents>
struct WindowPixel {
  using Type = void;
};
template <class T, int... extents>
struct WindowPixel<Window<T, extents...>, extents...> {
  using Type = T;
};

// One error where the function is no stencil over windows of type `Around`; true where it is.
template <class Function, class Around, class Pixel>
consteval bool require_stencil() {
  if constexpr (std::is_void_v<Around>) {
    static_assert(!std::is_void_v<Around>,
                  "the type of its pixels cannot be told: let it take a Window<T, ...>, or "
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
      // Local copies: what is written through `to` may alias `call`.
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

// Writes function(window) to `out`. Parameters: the image, of rank 2 or 3 and any dtype; `out`, of the image's shape,
// in memory of its own; the function, which several threads call at once; what pixels beyond the border are. A window
// of two extents stays in its plane. Throws Error (call) for images that do not fit together, and whatever the function
// throws.
template <int... extents, class Function>
void stencil(ConstImageView image, ImageView out, Function function, const Beyond& beyond = Border::nearest,
             const Execution& on = {}) {
  using Around = typename PixelOf<void, Function, 0>::Type;
  using Pixel = typename detail::WindowPixel<Around, extents...>::Type;
  detail::stencil_image<Around, Pixel, extents...>(image, out, function, beyond, on);
}
// The same for a function that does not say the type of pixels that it takes.
template <class Pixel, int... extents, class Function>
void stencil(ConstImageView image, ImageView out, Function function, const Beyond& beyond = Border::nearest,
             const Execution& on = {}) {
  detail::stencil_image<Window<Pixel, extents...>, Pixel, extents...>(image, out, function, beyond, on);
}

}  // namespace preamar
