// The border components of a region, which are its summary, and their labels, which are its result; as values and
// bytes.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <vector>

namespace preamar::blocks {

// The open components of a region, numbered from 0 in the order in which its border meets them. As in
// primitives/border_components.h, a component is open where it has a cell on the border, else closed.
struct RegionComponents {
  std::vector<std::uint32_t> border;  // per border cell its component + 1; 0 for background
  std::vector<std::uint64_t> values;  // per component, where only cells of equal value are connected
  // Where components are labelled.
  std::vector<std::uint64_t> firsts;  // per component its first cell, in raster order of the image
  std::vector<std::uint32_t> before;  // per component how many closed ones begin before it in its row of the region
  Bytes closed;                       // per row of the region how many closed ones begin there, by RowCountWriter
  // Where components are filtered.
  std::vector<std::int64_t> counts;  // per component, as in BorderComponents

  // Only one of the two lists is in use.
  [[nodiscard]] std::size_t count() const { return counts.size() + firsts.size(); }
};

[[nodiscard]] Bytes to_bytes(const RegionComponents& components);
// Throws Error (io) for bytes that are no such summary.
[[nodiscard]] RegionComponents region_components_from(const Bytes& bytes);

// The labels of a region's open components, and the base of each row, from which closed ones are numbered.
struct RegionLabels {
  std::uint64_t total = 0;           // labels of the whole image
  std::vector<std::uint64_t> open;   // per open component its label
  std::vector<std::uint8_t> begins;  // per open component whether its first cell is in this region
  // Per row of the region its base, the last label before its first cell, minus the base of the row before; by
  // RowCountWriter.
  Bytes bases;

  // The labels of open components that begin in this region, ascending.
  [[nodiscard]] std::vector<std::uint64_t> begun() const;
};

[[nodiscard]] Bytes to_bytes(const RegionLabels& labels);
// Throws Error (io) for bytes that are no such result.
[[nodiscard]] RegionLabels region_labels_from(const Bytes& bytes);

}  // namespace preamar::blocks
