/// @file
/// Point operations by a function of your own:
///
///     preamar::map(image, out, [](float v) { return v * 0.5f; });
///     preamar::map({image, mask}, out, [](float v, bool is_inside) { return is_inside ? v : 0.0f; });
///     preamar::map(image, out, [](float v, preamar::Position at) { return at.x < 10 ? 0.0f : v; });
///
/// The function computes in the types of its signature: pixels are converted to the types of its parameters, and its
/// result to the dtype of `out`. Rows that already have the type are not copied. State the types for a generic
/// function: `preamar::map<float, float>({a, b}, out, std::plus<>())`.
#pragma once

#include <preamar/rows.h>
#include <preamar/signature.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace preamar {

/// The position of a pixel.
struct Position {
  std::int64_t index;  ///< its number in C order: (z * height + y) * width + x
  std::int64_t x;      ///< column
  std::int64_t y;      ///< row
  std::int64_t z;      ///< plane
};

namespace detail {

template <class Function, class... Pixels>
inline constexpr bool takes_pixels = std::is_invocable_v<const Function&, const Pixels&...>;
template <class Function, class... Pixels>
inline constexpr bool takes_position = std::is_invocable_v<const Function&, const Pixels&..., const Position&>;

template <class Function, class... Pixels>
auto call_map(const Function& function, const Position& at, const Pixels&... pixels) {
  if constexpr (takes_pixels<Function, Pixels...>)
    return function(pixels...);
  else
    return function(pixels..., at);
}

template <class Function, class... Pixels>
using MapResult =
    decltype(call_map(std::declval<const Function&>(), std::declval<Position>(), std::declval<const Pixels&>()...));

// True if the function can be mapped; otherwise one static_assert fails.
template <class Function, class... Pixels>
consteval bool require_map() {
  constexpr bool is_known = sizeof...(Pixels) != 0, are_pixels = (is_pixel_type<Pixels> && ...);
  if constexpr (!is_known) {
    static_assert(is_known, "the type of its pixels is unknown: write the types of the parameters, or map<T>(...)");
  } else if constexpr (!are_pixels) {
    static_assert(are_pixels,
                  "map: its parameters must be pixels (bool, integers of 8 to 64 bits, float, double), "
                  "one per image, and then perhaps a Position");
  } else if constexpr (!takes_pixels<Function, Pixels...> && !takes_position<Function, Pixels...>) {
    static_assert(takes_pixels<Function, Pixels...>,
                  "map: the function must take one pixel per image by value and perhaps a Position, and be const");
  } else {
    constexpr bool gives_pixels = is_pixel_type<MapResult<Function, Pixels...>>;
    static_assert(gives_pixels, "map: its result must be a pixel: bool, an integer of 8 to 64 bits, float or double");
    return gives_pixels;
  }
  return false;
}

template <class Function>
struct MapJob {
  const Function& function;
  const Shape& shape;
};

// Writes one row of results.
template <class Function, class... Pixels, std::size_t... i>
void map_row(const MapJob<Function>& job, const RowCall& call, std::index_sequence<i...>) {
  const std::tuple<const Pixels*...> from{static_cast<const Pixels*>(call.from[i])...};
  auto* const to = static_cast<MapResult<Function, Pixels...>*>(call.to);
  // Local copies: writes through `to` may alias `call`.
  const std::int64_t length = call.length, first = call.first;
  const std::int64_t width = job.shape[job.shape.rank() - 1], height = job.shape[job.shape.rank() - 2];
  const std::int64_t column = first % width, y = first / width % height, z = first / width / height;
  for (std::int64_t x = 0; x < length; ++x)
    to[x] = call_map(job.function, {first + x, column + x, y, z}, std::get<i>(from)[x]...);
}

template <class Function, class... Pixels>
void map_images(std::type_identity<std::tuple<Pixels...>>, std::span<const ConstImageView> images, ImageView out,
                const Function& function, const Execution& on) {
  if constexpr (require_map<Function, Pixels...>()) {
    using Job = MapJob<Function>;
    const auto row = [](const void* context, const RowCall& call) {
      map_row<Function, Pixels...>(*static_cast<const Job*>(context), call, std::index_sequence_for<Pixels...>());
    };
    constexpr std::array<DType, sizeof...(Pixels)> types{dtype_of<Pixels>()...};
    constexpr DType result = dtype_of<MapResult<Function, Pixels...>>();
    const Shape shape = out.shape();
    const Job job{function, shape};
    map_rows(images, out, {types[0], result, {1, 1, 1}, row, &job, std::span(types).subspan(1)}, on);
  }
}

// The types of the parameters that are pixels: all except a Position at the end.
template <class Arguments>
struct MapPixels : std::type_identity<Arguments> {};
template <class... Arguments>
requires(std::is_same_v<std::tuple_element_t<sizeof...(Arguments), std::tuple<int, Arguments...>>,
                        Position>) struct MapPixels<std::tuple<Arguments...>> {
  template <std::size_t... i>
  static auto first(std::index_sequence<i...>) -> std::tuple<std::tuple_element_t<i, std::tuple<Arguments...>>...>;
  using type = decltype(first(std::make_index_sequence<sizeof...(Arguments) - 1>()));
};

template <class Function, class... Stated>
using PixelsOf = std::type_identity<
    typename std::conditional_t<sizeof...(Stated) == 0, MapPixels<typename Signature<Function>::Arguments>,
                                std::type_identity<std::tuple<Stated...>>>::type>;

}  // namespace detail

/// Computes each pixel of `out` from the pixels of several images at the same position.
/// Results are rounded to floating point, or to the nearest integer (ties to even) and clamped to the range of the
/// dtype.
/// @tparam Pixels types of the pixels, one per image; needed only if the function is generic
/// @param images images of the same shape, rank 2 or 3, each of any dtype
/// @param[out] out result: the same shape, any dtype; may be one of the images
/// @param function takes one pixel per image, and a Position as an optional last parameter; returns a pixel. Several
///   threads call it at the same time.
/// @param on threads, progress; the device is "cpu" or "reference"
/// @throws Error kind `call` if the images do not match; any exception of the function
template <class... Pixels, class Function>
void map(std::initializer_list<ConstImageView> images, ImageView out, Function function, const Execution& on = {}) {
  detail::map_images(detail::PixelsOf<Function, Pixels...>(), {images.begin(), images.size()}, out, function, on);
}
/// Computes each pixel of `out` from the pixel of one image at the same position.
/// @tparam Pixels type of the pixels; needed only if the function is generic
/// @param image an image of rank 2 or 3 and any dtype
/// @param[out] out result: the same shape, any dtype; may be the image
/// @param function takes a pixel, and a Position as an optional last parameter; returns a pixel. Several threads call
/// it
///   at the same time.
/// @param on threads, progress; the device is "cpu" or "reference"
/// @throws Error kind `call` if the images do not match; any exception of the function
template <class... Pixels, class Function>
void map(ConstImageView image, ImageView out, Function function, const Execution& on = {}) {
  using Taken = detail::PixelsOf<Function, Pixels...>;
  constexpr bool takes_one = std::tuple_size_v<typename Taken::type> <= 1;
  static_assert(takes_one, "map: the function takes pixels of several images: map({image, other}, out, ...)");
  if constexpr (takes_one) detail::map_images(Taken(), {&image, 1}, out, function, on);
}

}  // namespace preamar
