/// @file
/// One value from all pixels, by functions of your own:
///
///     double sum = preamar::reduce(image, 0.0, std::plus<>());
///     double squares = preamar::reduce(image, 0.0, [](double sum, double v) { return sum + v * v; }, std::plus<>());
///
/// Pixels are converted as by map(): to the type of the function's second parameter, or to the type of the accumulator
/// if the function is generic. `reduce<float>(...)` states another type.
#pragma once

#include <preamar/rows.h>
#include <preamar/signature.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace preamar {
namespace detail {

// The type in the signature; otherwise the type of the accumulator if it is a pixel type; otherwise void.
template <class Stated, class Fold, class Value>
struct ReducedPixel : PixelOf<Stated, Fold, 1> {};
template <class Fold, class Value>
requires(Signature<Fold>::count < 2 && is_pixel_type<Value>) struct ReducedPixel<void, Fold, Value> {
  using Type = Value;
};

// True if these functions reduce pixels to a value; otherwise one static_assert fails.
template <class Pixel, class Value, class Fold, class Combine>
consteval bool require_reduce() {
  if constexpr (std::is_void_v<Pixel>) {
    static_assert(!std::is_void_v<Pixel>,
                  "the type of its pixels is unknown: write the types of the parameters, or reduce<T>(...)");
  } else if constexpr (!is_pixel_type<Pixel>) {
    static_assert(is_pixel_type<Pixel>,
                  "reduce: no pixel type: give bool, an integer of 8 to 64 bits, float or double");
  } else if constexpr (!std::is_invocable_r_v<Value, const Fold&, Value&, const Pixel&>) {
    static_assert(std::is_invocable_r_v<Value, const Fold&, Value&, const Pixel&>,
                  "reduce: the first function must take a value and a pixel, give a value, and be const");
  } else {
    constexpr bool combines = std::is_invocable_r_v<Value, const Combine&, Value&, Value&>;
    static_assert(combines, "reduce: the second function must take two values, give one, and be const");
    return combines;
  }
  return false;
}

template <class Value, class Fold, class Combine>
struct ReduceJob {
  struct Part {  // avoids the special case of std::vector<bool>
    Value value;
  };
  const Value& identity;
  const Fold& fold;
  const Combine& combine;
  std::vector<Part> parts;
};

// Eight accumulators per row take the pixels in turn. They are merged in pairs, then into the accumulator of the tile.
template <class Pixel, class Value, class Fold, class Combine>
void reduce_row(const void* context, const RowCall& call) {
  auto& job = *static_cast<ReduceJob<Value, Fold, Combine>*>(const_cast<void*>(context));
  const auto* from = static_cast<const Pixel*>(call.from[0]);
  constexpr std::int64_t count = 8;
  const Value& none = job.identity;
  std::array<Value, count> values{none, none, none, none, none, none, none, none};
  std::int64_t x = 0;
  for (; x + count <= call.length; x += count)
    for (std::size_t i = 0; i < count; ++i)
      values[i] = static_cast<Value>(job.fold(values[i], from[x + static_cast<std::int64_t>(i)]));
  for (std::size_t i = 0; x < call.length; ++x, ++i) values[i] = static_cast<Value>(job.fold(values[i], from[x]));
  for (std::size_t step = 1; step < count; step *= 2)
    for (std::size_t i = 0; i < count; i += 2 * step)
      values[i] = static_cast<Value>(job.combine(values[i], values[i + step]));
  Value& part = job.parts[static_cast<std::size_t>(call.tile)].value;
  part = static_cast<Value>(job.combine(part, values[0]));
}

}  // namespace detail

/// Reduces all pixels of an image to one value.
/// Which pixels are added to which accumulator depends on the shape of the image only, so a sum of floats has the same
/// bits with any number of threads.
/// @tparam Stated type of the pixels; needed only if neither `fold` nor the accumulator gives it
/// @param image an image of rank 2 or 3 and any dtype
/// @param identity initial value of every accumulator; merging it must change nothing
/// @param fold adds a pixel to an accumulator: `fold(value, pixel)` returns the new value
/// @param combine merges two accumulators: `combine(value, value)` returns the new value. The result must not depend on
///   the order. Several threads call both functions at the same time.
/// @param on threads, progress; the device is "cpu" or "reference"
/// @return the value; `identity` if there are no pixels
/// @throws Error kind `call` if the image is not valid; any exception of the functions
template <class Stated = void, class Value, class Fold, class Combine>
requires(!std::is_same_v<Combine, Execution>) [[nodiscard]] Value
    reduce(ConstImageView image, const Value& identity, Fold fold, Combine combine, const Execution& on = {}) {
  using Pixel = typename detail::ReducedPixel<Stated, Fold, Value>::Type;
  if constexpr (detail::require_reduce<Pixel, Value, Fold, Combine>()) {
    const auto tiles = static_cast<std::size_t>(row_tiles(image.shape()));
    detail::ReduceJob<Value, Fold, Combine> job{identity, fold, combine, {}};
    job.parts.assign(tiles, {identity});
    const auto row = detail::reduce_row<Pixel, Value, Fold, Combine>;
    reduce_rows(image, {dtype_of<Pixel>(), dtype_of<Pixel>(), {1, 1, 1}, row, &job}, on);
    for (std::size_t step = 1; step < tiles; step *= 2)
      for (std::size_t i = 0; i + step < tiles; i += 2 * step)
        job.parts[i].value = static_cast<Value>(combine(job.parts[i].value, job.parts[i + step].value));
    return tiles == 0 ? identity : job.parts[0].value;
  } else {
    return identity;
  }
}
/// Reduces all pixels of an image to one value, with one function that adds a pixel and merges accumulators.
/// @tparam Stated type of the pixels; needed only if neither the function nor the accumulator gives it
/// @param image an image of rank 2 or 3 and any dtype
/// @param identity initial value of every accumulator; merging it must change nothing
/// @param function such as `std::plus<>()`. Several threads call it at the same time.
/// @param on threads, progress; the device is "cpu" or "reference"
/// @return the value; `identity` if there are no pixels
/// @throws Error as above; any exception of the function
template <class Stated = void, class Value, class Function>
[[nodiscard]] Value reduce(ConstImageView image, const Value& identity, Function function, const Execution& on = {}) {
  return reduce<Stated>(image, identity, function, function, on);
}

}  // namespace preamar
