// The properties of measure: their names, what they need, and which are measured by default.
#pragma once

#include "operators/option_type.h"
#include "primitives/label_sums.h"

#include <preamar/measure.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace preamar {

// What the columns of a property are computed from, in addition to sizes, boxes and sums of coordinates.
enum class Needs { nothing, products, faces, contacts, outline, hull, levels, median };

struct PropertyRow {
  Property property;
  std::string_view word;
  Needs needs;
  int only_rank = 0;       // of the images; 0: any
  bool is_default = true;  // measured if no property is named
};

// In the order of the enumeration, which is that of the columns.
inline constexpr auto property_rows = std::to_array<PropertyRow>({
    {Property::size, "size", Needs::nothing},
    {Property::box, "box", Needs::nothing},
    {Property::centroid, "centroid", Needs::nothing},
    {Property::covariance, "covariance", Needs::products},
    {Property::axes, "axes", Needs::products},
    {Property::boundary, "boundary", Needs::faces},
    {Property::sphericity, "sphericity", Needs::contacts},
    {Property::elongation, "elongation", Needs::products},
    {Property::area, "area", Needs::nothing},
    {Property::equivalent_diameter_area, "equivalent_diameter_area", Needs::nothing},
    {Property::extent, "extent", Needs::nothing},
    {Property::orientation, "orientation", Needs::products, 2},
    {Property::eccentricity, "eccentricity", Needs::products, 2},
    {Property::euler_number, "euler_number", Needs::contacts},
    {Property::perimeter_crofton, "perimeter_crofton", Needs::contacts, 2},
    {Property::surface_area, "surface_area", Needs::contacts, 3},
    {Property::perimeter, "perimeter", Needs::outline, 2, false},
    {Property::area_convex, "area_convex", Needs::hull, 2, false},
    {Property::solidity, "solidity", Needs::hull, 2, false},
    {Property::feret_diameter_max, "feret_diameter_max", Needs::hull, 2, false},
    {Property::feret_diameter_min, "feret_diameter_min", Needs::hull, 2, false},
    {Property::intensity_min, "intensity_min", Needs::levels},
    {Property::intensity_max, "intensity_max", Needs::levels},
    {Property::intensity_mean, "intensity_mean", Needs::levels},
    {Property::intensity_variance, "intensity_variance", Needs::levels},
    {Property::intensity_sum, "intensity_sum", Needs::levels},
    {Property::intensity_std, "intensity_std", Needs::levels},
    {Property::intensity_median, "intensity_median", Needs::median, 0, false},
    {Property::intensity_class, "intensity_class", Needs::levels, 0, false},
});

inline constexpr bool rows_are_in_order = [] {
  for (std::size_t i = 0; i < property_rows.size(); ++i)
    if (property_rows[i].property != static_cast<Property>(i)) return false;
  return true;
}();
static_assert(rows_are_in_order);

template <>
inline constexpr auto words_of<Property> = [] {
  std::array<std::string_view, property_rows.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = property_rows[i].word;
  return words;
}();

[[nodiscard]] inline const PropertyRow& row_of(Property property) {
  return property_rows[static_cast<std::size_t>(property)];
}

[[nodiscard]] inline bool any_needs(std::span<const Property> properties, Needs needs) {
  return std::ranges::any_of(properties, [&](Property property) { return row_of(property).needs == needs; });
}

[[nodiscard]] inline primitives::LabelSumsSpec sums_for(std::span<const Property> properties) {
  const bool outline = any_needs(properties, Needs::outline);
  return {.products = any_needs(properties, Needs::products),
          .faces = any_needs(properties, Needs::faces),
          .contacts = outline || any_needs(properties, Needs::contacts),
          .hulls = any_needs(properties, Needs::hull),
          .outline = outline};
}

}  // namespace preamar
