#include "blocks/families/components/seam_components.h"

#include "blocks/families/union_find.h"
#include "core/assert.h"
#include "core/box_border.h"
#include "core/error_text.h"

#include <algorithm>
#include <cstdlib>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// Unites the sets of two components; the root is the one of the lowest number.
void unite(UnionFind& sets, std::uint32_t a, std::uint32_t b) {
  a = sets.find(a);
  b = sets.find(b);
  if (a != b) sets.join(std::max(a, b), std::min(a, b));
}

// The components of the cells on one side of a seam: a plane, or a line in rank 2.
class Side {
 public:
  Side(const Box& box, const Shape& image, int axis, std::int64_t position, const std::vector<std::uint32_t>& border) {
    const int rank = box.rank();
    int lines = -1, cells = -1;  // axes other than that of the seam; in rank 2 there is one line
    for (int other = 0; other < rank; ++other)
      if (other != axis) lines = cells, cells = other;
    const BoxBorder cells_of(box, image);
    height = lines < 0 ? 1 : box.shape[lines];
    width = box.shape[cells];
    components_.reserve(at(height * width));
    Coordinates cell{};
    cell[at(axis)] = position;
    for (std::int64_t j = 0; j < height; ++j)
      for (std::int64_t i = 0; i < width; ++i) {
        if (lines >= 0) cell[at(lines)] = box.begin(lines) + j;
        cell[at(cells)] = box.begin(cells) + i;
        components_.push_back(border[at(cells_of.index(cell))]);
      }
  }

  // The component + 1 of a cell; 0 for background or outside.
  [[nodiscard]] std::uint32_t component(std::int64_t j, std::int64_t i) const {
    return j < 0 || i < 0 || j >= height || i >= width ? 0 : components_[at(j * width + i)];
  }

  std::int64_t height, width;

 private:
  std::vector<std::uint32_t> components_;
};

// Neighbours over the seam differ by one step across it and at most `connectivity - 1` along it.
void join_sides(const Side& low, const Side& high, int connectivity, const RegionComponents& a,
                const RegionComponents& b, UnionFind& sets) {
  const auto first_high = static_cast<std::uint32_t>(a.count());
  for (std::int64_t j = 0; j < low.height; ++j)
    for (std::int64_t i = 0; i < low.width; ++i) {
      const std::uint32_t one = low.component(j, i);
      if (one == 0) continue;
      for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di) {
          if (std::abs(dj) + std::abs(di) >= connectivity) continue;
          const std::uint32_t other = high.component(j + dj, i + di);
          if (other == 0 || (!a.values.empty() && a.values[one - 1] != b.values[other - 1])) continue;
          unite(sets, one - 1, first_high + other - 1);
        }
    }
}

void require_border(const Box& box, const Shape& image, const RegionComponents& components) {
  if (BoxBorder(box, image).count() != static_cast<std::int64_t>(components.border.size()))
    throw Error(ErrorKind::io, text("a summary of components is not that of a region of ", box.shape.text()));
}

// Numbers the open components along the border of the joined region. Its cells are border cells of the two regions.
void number_border(const Seam& seam, const Shape& image, const RegionComponents& low, const RegionComponents& high,
                   UnionFind& sets, SeamComponents& united) {
  const BoxBorder low_border(seam.low, image), high_border(seam.high, image), border(seam.joined, image);
  united.border.reserve(at(border.count()));
  border.for_each([&](const Coordinates& cell) {
    const bool in_low = cell[at(seam.axis)] < seam.high.begin(seam.axis);
    const std::uint32_t component =
        in_low ? low.border[at(low_border.index(cell))] : high.border[at(high_border.index(cell))];
    if (component == 0) return united.border.push_back(0);
    const std::uint32_t root = sets.find(component - 1 + (in_low ? 0 : static_cast<std::uint32_t>(low.count())));
    if (united.component_of[root] == none) united.component_of[root] = united.open++;
    united.border.push_back(united.component_of[root] + 1);
  });
}

}  // namespace

SeamComponents join(const Seam& seam, const Shape& image, int connectivity, const RegionComponents& low,
                    const RegionComponents& high) {
  PREAMAR_ASSERT(seam.low.end(seam.axis) == seam.high.begin(seam.axis), "the regions of a seam touch, low first");
  PREAMAR_ASSERT(connectivity >= 1 && connectivity <= seam.joined.rank(), "connectivity is from 1 to the rank");
  require_border(seam.low, image, low);
  require_border(seam.high, image, high);
  const std::size_t count = low.count() + high.count();
  if (count >= none) throw Error(ErrorKind::resource, text(count, " components on one seam are too many"));
  UnionFind sets(count);
  const Side below(seam.low, image, seam.axis, seam.high.begin(seam.axis) - 1, low.border);
  const Side above(seam.high, image, seam.axis, seam.high.begin(seam.axis), high.border);
  join_sides(below, above, connectivity, low, high, sets);

  SeamComponents united;
  united.component_of.assign(count, none);
  number_border(seam, image, low, high, sets, united);
  united.count = united.open;
  for (std::uint32_t i = 0; i < count; ++i) {  // a root has the smallest number of its set
    const std::uint32_t root = sets.find(i);
    if (united.component_of[root] == none) united.component_of[root] = united.count++;
    united.component_of[i] = united.component_of[root];
  }
  return united;
}

std::vector<std::uint64_t> joined_values(const SeamComponents& united, const RegionComponents& low,
                                         const RegionComponents& high) {
  std::vector<std::uint64_t> values;
  if (low.values.empty() && high.values.empty()) return values;
  values.resize(united.open);
  for (std::size_t i = 0; i < united.component_of.size(); ++i)
    if (united.component_of[i] < united.open)
      values[united.component_of[i]] = i < low.count() ? low.values[i] : high.values[i - low.count()];
  return values;
}

}  // namespace preamar::blocks
