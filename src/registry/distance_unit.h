// The unit of distances that an operator computes in the spacing of a file.
#pragma once

#include <preamar/io.h>
#include <preamar/operator.h>

#include "core/values.h"

#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace preamar {

// The unit of all axes if the result is a distance in their spacing; empty: pixels, or unknown.
[[nodiscard]] inline std::string distance_unit(const Operator& op, std::size_t output, const Values& options,
                                               const std::vector<Axis>& axes) {
  const auto given = options.find("spacing");
  if (op.name != "distance" || output != 0 || given == options.end() || value_or(options, "squared", false)) return "";
  const auto* const spacing = std::get_if<std::vector<double>>(&given->second);
  if (axes.empty() || !spacing || (spacing->size() != 1 && spacing->size() != axes.size())) return "";
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].scale != (*spacing)[spacing->size() == 1 ? 0 : i] || axes[i].unit != axes[0].unit) return "";
  return axes[0].unit;
}

// Adds this unit to the metadata of the result if `file` keeps it. Elsewhere nothing is lost: the axes say it.
inline void add_distance_unit(Metadata& metadata, const Operator& op, std::size_t output, const Values& options,
                              const std::filesystem::path& file, const ImageType& type) {
  const std::string unit = distance_unit(op, output, options, metadata.axes);
  if (unit.empty()) return;
  Metadata with_unit = metadata;
  with_unit.quantity.unit = unit;
  if (metadata_loss(file, type, with_unit) == metadata_loss(file, type, metadata)) metadata = std::move(with_unit);
}

}  // namespace preamar
