// The watershed of an image in blocks: what a block contributes to the forest of the image, and the labels of a block.
//
// In the forest of a block every border cell (see BoxBorder) is a root, besides the markers. This forest is part of the
// forest of the image whatever lies outside the block, because more roots only remove edges from a minimum spanning
// forest. So a cell has the label of the root of its tree, and of the edges between trees only those of their own
// minimum spanning forest matter, with all markers as one node: at most one edge per border cell.
#pragma once

#include "core/box_border.h"
#include "core/box_ring.h"
#include "primitives/watershed.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace preamar::primitives {

// Steps of a cell that reaches no marker and no lower cell, or none within the cap.
inline constexpr std::uint64_t no_steps = UINT64_MAX;

struct WatershedBlock {
  Box block, box;  // without and with its halo, in image coordinates
  Shape image;
  // Images of `box`, as for watershed().
  ConstImageView values;
  std::optional<ConstImageView> mask;
  ConstImageView markers;
  // The steps of each cell of the BoxRing. If given, the halo beyond the ring is not used. If empty, steps are counted
  // inside `box`: they are upper bounds, and exact if they are capped and the halo is one cell wider than the cap.
  std::span<const std::uint64_t> around;

  [[nodiscard]] BoxBorder border() const { return {block, image}; }
  [[nodiscard]] BoxRing ring() const { return {block, image}; }
};

// The rank of a cell. `value` is a rising key (primitives/rules/keys.h).
struct CellRank {
  std::uint64_t value, steps;
  friend bool operator==(const CellRank&, const CellRank&) = default;
  friend std::strong_ordering operator<=>(const CellRank& a, const CellRank& b) {
    const auto order = a.value <=> b.value;
    return std::is_eq(order) ? a.steps <=> b.steps : order;
  }
};

// An edge between two trees. `place` is 16 times the index in the image of its first cell in raster order, plus the
// number of the step to the second: 0 to 12, in raster order of all steps forward along three axes.
struct ForestEdge {
  CellRank later, earlier;
  std::uint64_t place;
  std::uint32_t a, b;  // as in WatershedForest::roots
  friend bool operator<(const ForestEdge& p, const ForestEdge& q) {
    return std::tie(p.later, p.earlier, p.place) < std::tie(q.later, q.earlier, q.place);
  }
};

[[nodiscard]] constexpr std::uint64_t step_number(int planes, int rows, int columns) {
  return static_cast<std::uint64_t>(planes * 9 + rows * 3 + columns - 1);
}

struct WatershedForest {
  static constexpr std::uint32_t no_root = UINT32_MAX;

  std::vector<CellRank> ranks;        // per border cell
  std::vector<std::uint32_t> roots;   // per border cell: its own position, or that of labels[i] + the number of border
                                      // cells; no_root outside the mask
  std::vector<std::uint64_t> labels;  // of markers, in any order and with repetitions
  std::vector<ForestEdge> edges;      // ascending
  std::vector<std::uint64_t> around;  // the steps of each cell of the ring
};

[[nodiscard]] inline bool is_watershed_block(const WatershedSpec& spec, const WatershedBlock& block) {
  const Shape& shape = block.box.shape;
  return is_grid_of(block.values, shape) && is_grid_of(block.markers, shape) && has_grid_rank(block.values) &&
         !is_floating(block.markers.dtype()) && is_connectivity(spec.connectivity, block.values) &&
         is_absent_or(block.mask,
                      [&](ConstImageView mask) { return is_grid_of(mask, shape) && size_of(mask.dtype()) == 1; });
}

// `block.box` contains the ring.
inline WatershedForest watershed_forest(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block) {
  PREAMAR_ASSERT(is_watershed_block(spec, block), "the images of a block have one shape and dense rows");
  PREAMAR_ASSERT(block.around.empty() || std::ssize(block.around) == block.ring().count(), "steps of all of the ring");
  return backend_for(on).watershed_forest(on, spec, block);
}

// What the forest of the image determines about a block: the label of each border cell and, for lines, of each cell of
// the ring; 0 if no marker reaches it.
struct KnownLabels {
  std::span<const std::uint64_t> border, ring;
};

// Writes the labels of a block; `labels` has its shape without the halo and the markers' dtype.
inline void watershed_block(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                            const KnownLabels& known, ImageView labels) {
  PREAMAR_ASSERT(is_watershed_block(spec, block), "the images of a block have one shape and dense rows");
  PREAMAR_ASSERT(block.around.empty() || std::ssize(block.around) == block.ring().count(), "steps of all of the ring");
  PREAMAR_ASSERT(std::ssize(known.border) == block.border().count(), "each border cell has a label");
  PREAMAR_ASSERT(!spec.line || std::ssize(known.ring) == block.ring().count(), "each cell of the ring has a label");
  PREAMAR_ASSERT(is_grid_of(labels, block.block.shape) && labels.dtype() == block.markers.dtype(),
                 "labels has the block's shape, dense rows and the markers' dtype");
  backend_for(on).watershed_block(on, spec, block, known, labels);
}

}  // namespace preamar::primitives
