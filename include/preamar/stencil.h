// A function of your own, of each pixel and what lies around it:
//
//   preamar::stencil<3, 3>(image, out, [](const preamar::Window<float, 3, 3>& w) { return w(0, 1) - w(0, -1); });
//
// Types are as for preamar::map.
#pragma once

#include <preamar/border.h>
#include <preamar/rows.h>

#include <array>
#include <cstddef>
#include <type_traits>

namespace preamar {

// The pixels around one, as numbers of type T: extents are rows and columns, or planes, rows and columns, all odd.
template <class T, int... extents>
class Window {
  static constexpr int rank = sizeof...(extents);
  static_assert(rank == 2 || rank == 3, "a window has two or three extents");
  static_assert(((extents > 0 && extents % 2 == 1) && ...), "the extents of a window are odd");
  static constexpr std::array<int, rank> extent{extents...};

 public:
  using Pixel = T;
  static constexpr int rows = (extents * ...) / extent[rank - 1];  // of all planes

  Window(const T* const* from, std::int64_t x) : from_(from), x_(x) {}

  // The pixel so many rows and columns from the middle; no further than half the extent.
  [[nodiscard]] T operator()(int dy, int dx) const requires(rank == 2) { return at(dy + extent[0] / 2, dx); }
  [[nodiscard]] T operator()(int dz, int dy, int dx) const requires(rank == 3) {
    return at((dz + extent[0] / 2) * extent[1] + dy + extent[1] / 2, dx);
  }

 private:
  [[nodiscard]] T at(int row, int dx) const { return from_[row][x_ + dx + extent[rank - 1] / 2]; }

  const T* const* from_;
  std::int64_t x_;
};

// Writes function(window) to `out`, which has the image's shape and memory of its own. A window of two extents stays in
// its plane. Several threads call the function at once; what it throws comes out of stencil(). Rank 2 or 3.
template <int... extents, class Function>
void stencil(const ConstImage& image, const Image& out, Function function, const Beyond& beyond = Border::nearest,
             const Execution& on = {}) {
  using Around = typename Signature<Function>::template Argument<0>;
  using Pixel = typename Around::Pixel;
  using Result = typename Signature<Function>::Result;
  static_assert(std::is_same_v<Around, Window<Pixel, extents...>>, "the function takes a window of these extents");
  const auto row = [](const void* context, const RowCall& call) {
    const Function& each = *static_cast<const Function*>(context);
    std::array<const Pixel*, Around::rows> from;  // a copy, which no pixel that is written can be part of
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<const Pixel*>(call.from[i]);
    Result* __restrict to = static_cast<Result*>(call.to);
    const std::int64_t length = call.length;  // which a byte that is written could be part of
    for (std::int64_t x = 0; x < length; ++x) to[x] = each(Around(from.data(), x));
  };
  std::array<std::int64_t, 3> window{1, 1, 1};
  std::size_t axis = 3 - sizeof...(extents);
  ((window[axis++] = extents), ...);
  stencil_rows(image, out, {dtype_of<Pixel>(), dtype_of<Result>(), window, row, &function}, beyond, on);
}

}  // namespace preamar
