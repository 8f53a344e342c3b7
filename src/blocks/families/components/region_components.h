// The border components of a region (its summary) and their labels (its result), as values and as bytes.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace preamar::blocks {

// Writes all values of a list.
template <class List>
void put_list(ByteWriter& writer, const List& list) {
  writer.put_list(std::span<const typename List::value_type>(list));
}

// The open components of a region, numbered from 0 in the order of their first border cell. As in
// primitives/border_components.h, a component is open if it has a cell on the border, otherwise closed.
struct RegionComponents {
  std::vector<std::uint32_t> border;  // per border cell: its component + 1; 0 for background
  std::vector<std::uint64_t> values;  // per component, if only cells of equal value are connected
  // For labelling.
  std::vector<std::uint64_t> firsts;  // per component: its first cell, in raster order of the image
  // Per component: the number of closed ones that begin before it in its row of the region.
  std::vector<std::uint32_t> before;
  // Per row of the region: the number of closed ones that begin in it, by RowCountWriter.
  Bytes closed;
  // For filtering.
  std::vector<std::int64_t> counts;  // per component, as in BorderComponents

  // At most one of the two lists is in use.
  [[nodiscard]] std::size_t count() const { return counts.size() + firsts.size(); }
};

[[nodiscard]] Bytes to_bytes(const RegionComponents& components);
// Throws Error (io) if the bytes are not a valid summary.
[[nodiscard]] RegionComponents region_components_from(const Bytes& bytes);

// The labels of a region's open components, and the base of each row: the label from which its closed components count
// on.
struct RegionLabels {
  std::uint64_t total = 0;           // number of labels in the whole image
  std::vector<std::uint64_t> open;   // per open component: its label
  std::vector<std::uint8_t> begins;  // per open component: whether its first cell is in this region
  // Per row of the region: its base (the last label before its first cell) minus the base of the row before, by
  // RowCountWriter.
  Bytes bases;

  // The labels of open components that begin in this region, ascending.
  [[nodiscard]] std::vector<std::uint64_t> begun() const;
};

[[nodiscard]] Bytes to_bytes(const RegionLabels& labels);
// Throws Error (io) if the bytes are not a valid result.
[[nodiscard]] RegionLabels region_labels_from(const Bytes& bytes);

}  // namespace preamar::blocks
