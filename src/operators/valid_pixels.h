// The optional last input of operators that know which pixels are valid.
#pragma once

#include "core/require.h"
#include "primitives/work_image.h"

#include <preamar/minmax.h>
#include <preamar/operator.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace preamar {

inline constexpr Input valid_input = {"valid", "mask of the valid pixels", Presence::optional};

// Throw Error (call) unless `valid` is of bool or integers and has the shape of the image.
void require_valid(std::string_view op, std::string_view name, ConstImageView image, ConstImageView valid,
                   const Execution& on);
// The same for the types of an image and of `valid`, if it is given.
void require_valid_type(std::string_view op, std::span<const ImageType> types);

// A copy of the image with `value` where pixels are not valid. Dense rows, as in the functions below.
[[nodiscard]] primitives::WorkImage kept_where(const Execution& on, ConstImageView image, ConstImageView valid,
                                               double value);

// The minimum and the maximum of the valid pixels; a minimum above the maximum if there is none. Throws Error (input)
// for a valid NaN.
[[nodiscard]] MinMax extent_of_valid(std::string_view op, const Execution& on, ConstImageView image,
                                     ConstImageView valid);
[[noreturn]] void throw_none_valid(std::string_view op);
// Throws Error (input) for the extent of no pixel.
void require_some_valid(std::string_view op, const MinMax& extent);

// Adds the valid pixels to the counts of their bins; without `valid`, all pixels. Throws Error (input) for a valid NaN.
void count_valid(std::string_view op, const Execution& on, std::span<const double> edges, ConstImageView image,
                 const std::optional<ConstImageView>& valid, std::span<std::int64_t> counts);

// Scratch bytes per pixel of these functions, for BlockForm::scratch.
[[nodiscard]] double valid_scratch(std::span<const ImageType> types, const Values& values);

}  // namespace preamar
