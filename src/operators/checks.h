// Checks that several operators share, in addition to core/require.h.
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

// Throws Error (input) if the image holds a NaN; `remedy` ends the message with what to do.
void require_numbers(std::string_view op, NamedImage image, std::string_view remedy, const Execution& on);

// Throws Error (input) if the image has no pixels.
void require_pixels(std::string_view op, NamedImage image);

// Throws Error (call) unless the image has an integer dtype and rank 2 or 3.
void require_labels(std::string_view op, NamedImage labels);

// Throws Error (call) unless the connectivity is from 1 to `rank`.
[[nodiscard]] int checked_connectivity(std::string_view op, int connectivity, int rank);
// The same; 0 stands for `rank`.
[[nodiscard]] int connectivity_of(std::string_view op, int given, int rank);

// Throws Error unless `image` has rank 2 or 3, and `out` has its shape, the dtype `result` and no memory in common with
// it.
void require_image_with_out(std::string_view op, ConstImageView image, ImageView out, DType result,
                            const Execution& on);
// The same; also throws if the image holds a NaN.
void require_image_and_out(std::string_view op, ConstImageView image, ImageView out, DType result, const Execution& on);

// The type of the first input; throws Error (call) unless its rank is 2 or 3. For `results` of an operator.
[[nodiscard]] ImageType image_type(std::string_view op, std::span<const ImageType> inputs);

// The image at index `place`, or nothing: optional images at the end of a call may be left out.
template <class View>
[[nodiscard]] std::optional<View> given(std::span<const View> images, std::size_t place) {
  return place < images.size() ? std::optional<View>(images[place]) : std::nullopt;
}

// The dtypes on devices of an operator that needs no 64-bit arithmetic.
inline constexpr DTypes up_to_32_bits = {DType::boolean, DType::uint8, DType::uint16, DType::uint32,
                                         DType::int8,    DType::int16, DType::int32,  DType::float32};

}  // namespace preamar
