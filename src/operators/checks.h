// Checks that several operators make, beside those of core/require.h.
#pragma once

#include "core/require.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <string_view>

namespace preamar {

inline constexpr std::string_view replace_them = "replace them";

// No NaN; `remedy` says what would do.
void require_numbers(std::string_view op, NamedImage image, std::string_view remedy, const Execution& on);

// The connectivity that was given, or `fallback` for 0; 1 to `rank`.
[[nodiscard]] int connectivity_of(std::string_view op, int given, int fallback, int rank);

// One image in, one of the same shape and of `result` out, in memory of its own: ranks 2 and 3, no NaN.
void require_image_and_out(std::string_view op, const ConstImage& image, const Image& out, DType result,
                           const Execution& on);

}  // namespace preamar
