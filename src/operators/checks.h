// What several operators check alike, beside core/require.h.
#pragma once

#include "core/require.h"

#include <preamar/execution.h>
#include <preamar/image.h>
#include <preamar/operator.h>

#include <optional>
#include <span>
#include <string_view>

namespace preamar {

inline constexpr std::string_view replace_them = "replace them";

// No NaN; `remedy` says what would do.
void require_numbers(std::string_view op, NamedImage image, std::string_view remedy, const Execution& on);

// At least one pixel.
void require_pixels(std::string_view op, NamedImage image);

// An image of labels: integers, rank 2 or 3.
void require_labels(std::string_view op, NamedImage labels);

// Throws Error (call) for a connectivity that is not 1 to `rank`.
[[nodiscard]] int checked_connectivity(std::string_view op, int connectivity, int rank);
// The same where 0 stands for `rank`.
[[nodiscard]] int connectivity_of(std::string_view op, int given, int rank);

// One image in, one of the same shape and of `result` out, in memory of its own: ranks 2 and 3, no NaN.
void require_image_and_out(std::string_view op, ConstImageView image, ImageView out, DType result, const Execution& on);

// The type of one input of rank 2 or 3, which is what `results` of an operator begins with.
[[nodiscard]] ImageType image_type(std::string_view op, std::span<const ImageType> inputs);

// What a call gives at `place` of its inputs or outputs, those that may be missing being left out at the end.
template <class View>
[[nodiscard]] std::optional<View> given(std::span<const View> images, std::size_t place) {
  return place < images.size() ? std::optional<View>(images[place]) : std::nullopt;
}

// What devices take where nothing in the operator asks for 64 bits.
inline constexpr DTypes up_to_32_bits = {DType::boolean, DType::uint8, DType::uint16, DType::uint32,
                                         DType::int8,    DType::int16, DType::int32,  DType::float32};

}  // namespace preamar
