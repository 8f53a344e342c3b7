// Options that several operators share; `member` is the member of the operator's own options struct.
#pragma once

#include "operators/option.h"

#include <preamar/border.h>
#include <preamar/nan.h>

namespace preamar {

template <>
inline constexpr auto words_of<Border> = std::to_array<std::string_view>({"nearest", "reflect", "constant", "wrap"});
template <>
inline constexpr auto words_of<Nan> = std::to_array<std::string_view>({"refuse", "ignore"});

template <auto member>
inline constexpr auto connectivity_option =
    option<member>("connectivity", "neighbours: from 1 (share a face) to rank (share a corner)");
template <auto member>
inline constexpr auto connectivity_up_to_rank = connectivity_option<member>.by_default("rank");
template <auto member>
inline constexpr auto spacing_option = option<member>(
    "spacing", "pixel spacing: one number per axis, or one for all axes; 'file': that of the input file");
template <auto member>
inline constexpr auto truncate_option = option<member>("truncate", "radius of the kernel, in multiples of sigma");
template <auto member>
inline constexpr auto border_option = option<member>("border", "values beyond the image border; constant is 0");
template <auto member>
inline constexpr auto radius_option = option<member>("radius", "radius in pixels, 0 or more");

}  // namespace preamar
