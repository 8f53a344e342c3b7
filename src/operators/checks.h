// What several operators check and declare alike, beside core/require.h.
#pragma once

#include "core/require.h"
#include "core/values.h"

#include <preamar/execution.h>
#include <preamar/image.h>
#include <preamar/operator.h>

#include <string_view>

namespace preamar {

inline constexpr std::string_view replace_them = "replace them";

// No NaN; `remedy` says what would do.
void require_numbers(std::string_view op, NamedImage image, std::string_view remedy, const Execution& on);

// At least one pixel.
void require_pixels(std::string_view op, NamedImage image);

// An image of labels: integers, rank 2 or 3.
void require_labels(std::string_view op, NamedImage labels);

// The connectivity that was given, or `fallback` for 0; 1 to `rank`.
[[nodiscard]] int connectivity_of(std::string_view op, int given, int fallback, int rank);

// One image in, one of the same shape and of `result` out, in memory of its own: ranks 2 and 3, no NaN.
void require_image_and_out(std::string_view op, const ConstImage& image, const Image& out, DType result,
                           const Execution& on);

// The type of one input of rank 2 or 3, which is what `results` of an operator begins with.
[[nodiscard]] ImageType image_type(std::string_view op, std::span<const ImageType> inputs);

// What devices take where nothing in the operator asks for 64 bits.
inline constexpr DTypes up_to_32_bits = {DType::boolean, DType::uint8, DType::uint16, DType::uint32,
                                         DType::int8,    DType::int16, DType::int32,  DType::float32};

inline constexpr Option connectivity_row = {
    "connectivity", OptionKind::integer, "rank", {}, "neighbours: 1 shares a face ... rank shares a corner"};
// 0 where none was given.
[[nodiscard]] inline int connectivity_in(const Values& values) {
  return static_cast<int>(value_or<std::int64_t>(values, "connectivity", 0));
}

}  // namespace preamar
