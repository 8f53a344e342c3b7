// Shared by the operators that compute a gradient.
#pragma once

#include "operators/option.h"
#include "primitives/convolve.h"

#include <preamar/operator.h>

#include <optional>
#include <string_view>

namespace preamar {

// Checks the images and computes the gradient.
void slope(std::string_view op, const primitives::ConvolveSpec& spec, ConstImageView image, ImageView magnitude,
           const std::optional<ImageView>& direction, const Execution& on);

inline constexpr Output slope_outputs[] = {
    {"magnitude", "gradient magnitude"},
    {"direction", "gradient direction, in radians", OutputKind::image, "direction"},
};
template <class Options>
inline constexpr auto direction_flag = output_flag<Options>("direction",
                                                            "also return the gradient direction (2-D images only)");

// The types of the images of slope_outputs.
[[nodiscard]] std::vector<ImageType> slope_types(std::string_view op, std::span<const ImageType> inputs,
                                                 const Values& values);

}  // namespace preamar
