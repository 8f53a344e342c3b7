// Options that several operators declare alike; `member` is that of the operator's own struct.
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
inline constexpr auto connectivity_option = option<member>("connectivity",
                                                           "neighbours: 1 shares a face ... rank shares a corner");
template <auto member>
inline constexpr auto connectivity_up_to_rank = connectivity_option<member>.by_default("rank");
template <auto member>
inline constexpr auto spacing_option =
    option<member>("spacing", "the distance of neighbours along each axis, or one number for all");
template <auto member>
inline constexpr auto truncate_option = option<member>("truncate", "where the kernel ends, in multiples of sigma");
template <auto member>
inline constexpr auto border_option = option<member>("border", "what lies beyond the edges; constant is 0");
template <auto member>
inline constexpr auto radius_option = option<member>("radius", "in pixels; 0 or more");

}  // namespace preamar
