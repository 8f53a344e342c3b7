// What a region hands up of its components, and what comes down to it, as values and as bytes.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <vector>

namespace preamar::blocks {

// Of a region: its open components, numbered from 0 as its border meets them, and how many closed ones there are.
struct Parts {
  std::vector<std::uint32_t> border;  // for each cell of the border its component + 1; 0 where it has none
  std::vector<std::uint64_t> values;  // of each component, where only equal cells join
  // Where components are numbered: of each its first cell, in raster order of the image, and how many closed ones begin
  // before it in its row of the region; and for each row of the region how many closed ones begin there, as
  // RowCountWriter writes them.
  std::vector<std::uint64_t> firsts;
  std::vector<std::uint32_t> before;
  Bytes closed;
  // Where they are sifted: of each its fact, as in OpenComponents.
  std::vector<std::int64_t> facts;

  [[nodiscard]] std::size_t count() const { return facts.size() + firsts.size(); }
};

[[nodiscard]] Bytes to_bytes(const Parts& parts);
[[nodiscard]] Parts parts_from(const Bytes& bytes);

// The labels of a region's open components, and where those of its closed ones begin.
struct Labelling {
  std::uint64_t total = 0;           // of the whole image
  std::vector<std::uint64_t> open;   // for each its label
  std::vector<std::uint8_t> begins;  // whether it begins in this region
  Bytes bases;  // for each row of the region how far the last label before its first cell lies above that of the row
                // before, as RowCountWriter writes it

  // The labels of components that begin in this region and are open, ascending.
  [[nodiscard]] std::vector<std::uint64_t> begun() const;
};

[[nodiscard]] Bytes to_bytes(const Labelling& labelling);
[[nodiscard]] Labelling labelling_from(const Bytes& bytes);

}  // namespace preamar::blocks
