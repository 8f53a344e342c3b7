// What is known of the components at the border of a region, as values and as bytes.
#pragma once

#include "core/bytes.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace preamar::blocks {

// The summary of a region. Open components, which have a cell on the border, are numbered from 0 in the order of their
// first border cells.
struct RegionSizes {
  std::vector<std::uint32_t> border = {};  // per cell of BoxBorder: its component + 1; 0 for background
  std::vector<std::uint64_t> sizes = {};   // per open component: its cells within the region
  std::uint64_t largest = 0;               // cells of the largest component that is not open
};

// The result for the border of a region.
struct BorderSizes {
  std::vector<std::uint64_t> sizes = {};  // per open component: its cells within the image
  std::uint64_t largest = 0;              // of the root: cells of the largest component of the image
};

// The record of a merge.
struct MergedSizes {
  std::uint64_t low_count = 0;                   // open components of the low region
  std::vector<std::uint32_t> component_of = {};  // per open component of both regions: that of the joined region
  std::vector<std::uint64_t> closed = {};  // cells of those that are not open in the joined region; they come last
};

inline Bytes to_bytes(const RegionSizes& region) {
  ByteWriter writer;
  writer.put_list(std::span(region.border));
  writer.put_list(std::span(region.sizes));
  writer.put(region.largest);
  return writer.take();
}

inline RegionSizes region_sizes_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  RegionSizes region;
  region.border = reader.get_list<std::uint32_t>();
  region.sizes = reader.get_list<std::uint64_t>();
  region.largest = reader.get<std::uint64_t>();
  if (std::ranges::any_of(region.border, [&](std::uint32_t component) { return component > region.sizes.size(); }))
    throw Error(ErrorKind::io, "a summary of component sizes contradicts itself");
  return region;
}

inline Bytes to_bytes(const BorderSizes& known) {
  ByteWriter writer;
  writer.put_list(std::span(known.sizes));
  writer.put(known.largest);
  return writer.take();
}

inline BorderSizes border_sizes_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  BorderSizes known;
  known.sizes = reader.get_list<std::uint64_t>();
  known.largest = reader.get<std::uint64_t>();
  return known;
}

inline Bytes to_bytes(const MergedSizes& record) {
  ByteWriter writer;
  writer.put(record.low_count);
  writer.put_list(std::span(record.component_of));
  writer.put_list(std::span(record.closed));
  return writer.take();
}

inline MergedSizes merged_sizes_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  MergedSizes record;
  record.low_count = reader.get<std::uint64_t>();
  record.component_of = reader.get_list<std::uint32_t>();
  record.closed = reader.get_list<std::uint64_t>();
  return record;
}

}  // namespace preamar::blocks
