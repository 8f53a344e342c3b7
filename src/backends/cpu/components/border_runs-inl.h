// The runs on the border of a block, in the order of BoxBorder.
#if defined(PREAMAR_OPEN_RUNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_OPEN_RUNS_INL
#undef PREAMAR_OPEN_RUNS_INL
#else
#define PREAMAR_OPEN_RUNS_INL
#endif

#include "backends/cpu/components/bit_ranges-inl.h"
#include "backends/cpu/components/component_forest-inl.h"
#include "core/box_border.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

// Which rows and columns of a block are on the given faces.
class BlockSides {
 public:
  BlockSides(const StripGrid& grid, Faces faces, int rank) : grid_(grid), faces_(faces), rank_(rank) {}

  // Whether all of a row is on one of these faces.
  [[nodiscard]] bool has_row(std::int64_t row) const {
    const std::int64_t z = row / grid_.rows, y = row % grid_.rows;
    return is_end(rank_ - 2, y, grid_.rows) || (rank_ == 3 && is_end(0, z, grid_.planes));
  }
  [[nodiscard]] bool has_first_column() const { return faces_.low(rank_ - 1); }
  [[nodiscard]] bool has_last_column() const { return faces_.high(rank_ - 1); }

 private:
  [[nodiscard]] bool is_end(int axis, std::int64_t at, std::int64_t extent) const {
    return (faces_.low(axis) && at == 0) || (faces_.high(axis) && at == extent - 1);
  }

  const StripGrid& grid_;
  Faces faces_;
  int rank_;
};

// The open components of a block, numbered from 0 in the order of their first border cell.
template <class Node>
class BorderNumbers {
 public:
  BorderNumbers(ComponentForest<Node>& forest, Faces edges, ConstImageView block)
      : forest_(forest),
        runs_(forest.runs),
        grid_(runs_.grid),
        cells_({{}, block.shape()}, edges),
        border_(grid_, edges.others(), block.rank()),
        codes_(forest.most_nodes()) {
    forest_.for_bands(
        [&](Band& band) { std::fill(&code(runs_.first(band.begin)), &code(runs_.last(band.end - 1)), Node{0}); });
  }

  // Calls open(root) for each open component in order. Returns, per border cell, its component + 1, or 0.
  template <class Open>
  std::vector<std::uint32_t> find(const Open& open) {
    std::vector<std::uint32_t> found(static_cast<std::size_t>(cells_.count()));
    for_each_cell([&](std::int64_t at, Node root) {
      if (code(root) == 0) {
        code(root) = static_cast<Node>(++count_ + 1);
        open(root);
      }
      found[static_cast<std::size_t>(at)] = static_cast<std::uint32_t>(code(root) - 1);
    });
    return found;
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  // Per root: 0 if it is closed, otherwise its number + 2.
  [[nodiscard]] Node& code(Node root) const { return codes_[static_cast<std::int64_t>(root)]; }

 private:
  // Calls meet(position in the border, root) for each border cell that is part of a component.
  template <class Meet>
  void for_each_cell(const Meet& meet) const {
    const bool first = border_.has_first_column(), last = border_.has_last_column();
    std::int64_t at = 0;
    for (std::int64_t row = 0; row < grid_.planes * grid_.rows; ++row) {
      const std::int64_t z = row / grid_.rows, y = row % grid_.rows;
      const std::int64_t strip = z / grid_.size.planes * grid_.down + y / grid_.size.rows;
      const Word* const bits = runs_.bits(row);
      if (border_.has_row(row)) {
        runs_.for_each_run(strip, [&](Node node, const auto& run) {
          const Node root = runs_.root(node);
          for (std::int64_t x = run.begin(), end = run.end(); x < end; ++x)
            if (holds_bit(bits, x)) meet(at + x, root);
        });
        at += grid_.columns;
        continue;
      }
      if (first && holds_bit(bits, 0)) meet(at, runs_.root(runs_.first(strip)));
      at += first;
      if (!last || (first && grid_.columns == 1)) continue;
      if (holds_bit(bits, grid_.columns - 1)) meet(at, runs_.root(runs_.last(strip) - 1));
      ++at;
    }
  }

  ComponentForest<Node>& forest_;
  const RunForest<Node>& runs_;
  const StripGrid& grid_;
  BoxBorder cells_;
  BlockSides border_;
  Buffer<Node> codes_;
  std::uint32_t count_ = 0;
};

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
