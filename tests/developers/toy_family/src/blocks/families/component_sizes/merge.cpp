#include "blocks/families/component_sizes/merge.h"

#include "blocks/families/component_sizes/region_sizes.h"
#include "blocks/families/union_find.h"
#include "core/box_border.h"
#include "core/error_text.h"

#include <cstdlib>

namespace preamar::blocks {
namespace {

// The steps from a cell to its neighbours across a seam.
std::vector<Coordinates> steps_across(const Seam& seam, int connectivity) {
  std::vector<Coordinates> steps;
  for (int code = 0; code < 27; ++code) {
    const Coordinates step{code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
    const std::int64_t length = std::abs(step[0]) + std::abs(step[1]) + std::abs(step[2]);
    const bool has_rank = seam.joined.rank() == max_rank || step[2] == 0;
    if (has_rank && step[static_cast<std::size_t>(seam.axis)] == 1 && length <= connectivity) steps.push_back(step);
  }
  return steps;
}

bool contains(const Box& box, const Coordinates& cell) {
  for (int axis = 0; axis < box.rank(); ++axis) {
    const std::int64_t at = cell[static_cast<std::size_t>(axis)];
    if (at < box.begin(axis) || at >= box.end(axis)) return false;
  }
  return true;
}

// The open components of two regions; those of the high region are numbered after those of the low one.
class Both {
 public:
  Both(const Operation& operation, const Seam& seam, RegionSizes low, RegionSizes high)
      : seam_(seam),
        low_border_(seam.low, operation.image),
        high_border_(seam.high, operation.image),
        low_(std::move(low)),
        high_(std::move(high)),
        sets_(count()) {
    if (static_cast<std::int64_t>(low_.border.size()) != low_border_.count() ||
        static_cast<std::int64_t>(high_.border.size()) != high_border_.count())
      throw Error(ErrorKind::io, "a summary of component sizes is not that of its region");
    if (count() >= UINT32_MAX)
      throw Error(ErrorKind::resource,
                  text(operation.op->name, ": one seam has too many components; give larger blocks"));
  }

  [[nodiscard]] std::size_t low_count() const { return low_.sizes.size(); }
  [[nodiscard]] std::size_t count() const { return low_count() + high_.sizes.size(); }
  [[nodiscard]] std::uint64_t size(std::size_t i) const {
    return i < low_count() ? low_.sizes[i] : high_.sizes[i - low_count()];
  }
  [[nodiscard]] std::uint64_t largest() const { return std::max(low_.largest, high_.largest); }
  [[nodiscard]] std::uint32_t root(std::size_t i) { return sets_.find(static_cast<std::uint32_t>(i)); }

  // The component + 1 of a border cell of either region.
  [[nodiscard]] std::uint32_t at(const Coordinates& cell) const {
    if (cell[static_cast<std::size_t>(seam_.axis)] < seam_.high.begin(seam_.axis))
      return low_.border[static_cast<std::size_t>(low_border_.index(cell))];
    const std::uint32_t component = high_.border[static_cast<std::size_t>(high_border_.index(cell))];
    return component == 0 ? 0 : component + static_cast<std::uint32_t>(low_count());
  }

  void join(int connectivity) {
    const std::vector<Coordinates> steps = steps_across(seam_, connectivity);
    low_border_.for_each([&](const Coordinates& cell) {
      if (cell[static_cast<std::size_t>(seam_.axis)] + 1 != seam_.high.begin(seam_.axis) || at(cell) == 0) return;
      for (const Coordinates& step : steps) {
        const Coordinates other{cell[0] + step[0], cell[1] + step[1], cell[2] + step[2]};
        if (contains(seam_.high, other) && at(other) != 0) unite(at(cell) - 1, at(other) - 1);
      }
    });
  }

 private:
  void unite(std::uint32_t a, std::uint32_t b) {
    a = sets_.find(a);
    b = sets_.find(b);
    if (a != b) sets_.join(a, b);
  }

  const Seam& seam_;
  BoxBorder low_border_, high_border_;
  RegionSizes low_, high_;
  UnionFind sets_;
};

}  // namespace

Merged merge_sizes(const Operation& operation, const Seam& seam, int connectivity, const Bytes& low,
                   const Bytes& high) {
  Both both(operation, seam, region_sizes_from(low), region_sizes_from(high));
  both.join(connectivity);

  std::vector<std::uint32_t> number_of(both.count(), UINT32_MAX);  // per root
  std::uint32_t count = 0;
  const auto number = [&](std::size_t component) {
    std::uint32_t& known = number_of[both.root(component)];
    return known == UINT32_MAX ? known = count++ : known;
  };
  RegionSizes joined;
  BoxBorder(seam.joined, operation.image).for_each([&](const Coordinates& cell) {
    const std::uint32_t component = both.at(cell);
    joined.border.push_back(component == 0 ? 0 : number(component - 1) + 1);
  });
  const std::uint32_t open = count;
  MergedSizes record{.low_count = both.low_count()};
  for (std::size_t i = 0; i < both.count(); ++i) record.component_of.push_back(number(i));
  joined.sizes.resize(count);
  for (std::size_t i = 0; i < both.count(); ++i) joined.sizes[record.component_of[i]] += both.size(i);
  record.closed.assign(joined.sizes.begin() + open, joined.sizes.end());
  joined.sizes.resize(open);
  joined.largest = both.largest();
  for (const std::uint64_t size : record.closed) joined.largest = std::max(joined.largest, size);
  return {to_bytes(joined), to_bytes(record)};
}

std::pair<Bytes, Bytes> split_sizes(const Bytes& merge_record, const Bytes& border_result) {
  const MergedSizes record = merged_sizes_from(merge_record);
  std::vector<std::uint64_t> sizes = border_sizes_from(border_result).sizes;
  sizes.insert(sizes.end(), record.closed.begin(), record.closed.end());
  BorderSizes low, high;
  for (std::size_t i = 0; i < record.component_of.size(); ++i) {
    if (record.component_of[i] >= sizes.size())
      throw Error(ErrorKind::io, "a merge record of component sizes is not that of its region");
    (i < record.low_count ? low : high).sizes.push_back(sizes[record.component_of[i]]);
  }
  return {to_bytes(low), to_bytes(high)};
}

}  // namespace preamar::blocks
