// What the operators that give a slope share.
#pragma once

#include "operators/option.h"
#include "primitives/convolve.h"

#include <preamar/operator.h>

#include <optional>
#include <string_view>

namespace preamar {

// Checks the images and takes the slope.
void slope(std::string_view op, const primitives::ConvolveSpec& spec, ConstImageView image, ImageView magnitude,
           const std::optional<ImageView>& direction, const Execution& on);

inline constexpr Output slope_outputs[] = {
    {"magnitude", "how steep the image is"},
    {"direction", "the direction of the gradient, in radians", OutputKind::image, "direction"},
};
template <class Options>
inline constexpr auto direction_flag = output_flag<Options>("direction",
                                                            "also write the direction of the gradient, for 2-D images");

// The images of slope_outputs.
[[nodiscard]] std::vector<ImageType> slope_types(std::string_view op, std::span<const ImageType> inputs,
                                                 const Values& values);

}  // namespace preamar
