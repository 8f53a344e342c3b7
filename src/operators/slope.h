// What the operators that give a slope share.
#pragma once

#include "skeletons/convolve.h"

#include <preamar/operator.h>

#include <string_view>

namespace preamar {

// Checks the images and takes the slope; `direction` is of rank 0 where it is not asked for.
void slope(std::string_view op, const ConvolveSpec& spec, const ConstImage& image, const Image& magnitude,
           const Image& direction, const Execution& on);

inline constexpr Output slope_outputs[] = {
    {"magnitude", "how steep the image is"},
    {"direction", "whither it rises, in radians", OutputKind::image, "direction"},
};
inline constexpr Option direction_row = {
    "direction", OptionKind::flag, "false", {}, "also whither the image rises, in rank 2"};

// The images of slope_outputs.
[[nodiscard]] std::vector<ImageType> slope_types(std::string_view op, std::span<const ImageType> inputs,
                                                 const Values& values);

}  // namespace preamar
