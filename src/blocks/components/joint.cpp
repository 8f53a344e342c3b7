#include "blocks/components/joint.h"

#include "core/box_border.h"
#include "core/error_text.h"

#include <cstdlib>
#include <numeric>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// Union-find over the components of both regions.
class Forest {
 public:
  explicit Forest(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// The components of the cells of one side of a seam, which are a plane, or a line in rank 2.
class Side {
 public:
  Side(const Box& box, const Shape& image, int axis, std::int64_t place, const std::vector<std::uint32_t>& border) {
    const int rank = box.rank();
    int lines = -1, cells = -1;  // axes other than that of the seam; in rank 2 there is one line
    for (int other = 0; other < rank; ++other)
      if (other != axis) lines = cells, cells = other;
    const BoxBorder cells_of(box, image);
    height = lines < 0 ? 1 : box.shape[lines];
    width = box.shape[cells];
    parts_.reserve(at(height * width));
    Place cell{};
    cell[at(axis)] = place;
    for (std::int64_t j = 0; j < height; ++j)
      for (std::int64_t i = 0; i < width; ++i) {
        if (lines >= 0) cell[at(lines)] = box.begin(lines) + j;
        cell[at(cells)] = box.begin(cells) + i;
        parts_.push_back(border[at(cells_of.index(cell))]);
      }
  }

  // The component + 1, or 0, of a cell that may lie outside.
  [[nodiscard]] std::uint32_t part(std::int64_t j, std::int64_t i) const {
    return j < 0 || i < 0 || j >= height || i >= width ? 0 : parts_[at(j * width + i)];
  }

  std::int64_t height, width;

 private:
  std::vector<std::uint32_t> parts_;
};

// Joins across the seam: a step over it and at most `connectivity - 1` along it.
void join_sides(const Side& low, const Side& high, int connectivity, const Parts& a, const Parts& b, Forest& forest) {
  const auto first_high = static_cast<std::uint32_t>(a.count());
  for (std::int64_t j = 0; j < low.height; ++j)
    for (std::int64_t i = 0; i < low.width; ++i) {
      const std::uint32_t one = low.part(j, i);
      if (one == 0) continue;
      for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di) {
          if (std::abs(dj) + std::abs(di) >= connectivity) continue;
          const std::uint32_t other = high.part(j + dj, i + di);
          if (other == 0 || (!a.values.empty() && a.values[one - 1] != b.values[other - 1])) continue;
          forest.unite(one - 1, first_high + other - 1);
        }
    }
}

void require_border(const Box& box, const Shape& image, const Parts& parts) {
  if (BoxBorder(box, image).count() != static_cast<std::int64_t>(parts.border.size()))
    throw Error(ErrorKind::io, text("a summary of components is not that of a region of ", box.shape.text()));
}

// The border of the joined region, whose cells are border cells of the regions.
void outline(const Seam& seam, const Shape& image, const Parts& low, const Parts& high, Forest& forest, Joint& joint) {
  const BoxBorder low_border(seam.low, image), high_border(seam.high, image), border(seam.joined, image);
  joint.border.reserve(at(border.count()));
  border.for_each([&](const Place& cell) {
    const bool in_low = cell[at(seam.axis)] < seam.high.begin(seam.axis);
    const std::uint32_t part =
        in_low ? low.border[at(low_border.index(cell))] : high.border[at(high_border.index(cell))];
    if (part == 0) return joint.border.push_back(0);
    const std::uint32_t root = forest.root(part - 1 + (in_low ? 0 : static_cast<std::uint32_t>(low.count())));
    if (joint.part_of[root] == none) joint.part_of[root] = joint.open++;
    joint.border.push_back(joint.part_of[root] + 1);
  });
}

}  // namespace

Joint join(const Seam& seam, const Shape& image, int connectivity, const Parts& low, const Parts& high) {
  require_border(seam.low, image, low);
  require_border(seam.high, image, high);
  const std::size_t count = low.count() + high.count();
  if (count >= none) throw Error(ErrorKind::resource, text(count, " components on one seam are too many"));
  Forest forest(count);
  const Side below(seam.low, image, seam.axis, seam.high.begin(seam.axis) - 1, low.border);
  const Side above(seam.high, image, seam.axis, seam.high.begin(seam.axis), high.border);
  join_sides(below, above, connectivity, low, high, forest);

  Joint joint;
  joint.part_of.assign(count, none);
  outline(seam, image, low, high, forest, joint);
  joint.count = joint.open;
  for (std::uint32_t i = 0; i < count; ++i) {  // a root is the least of its tree
    const std::uint32_t root = forest.root(i);
    if (joint.part_of[root] == none) joint.part_of[root] = joint.count++;
    joint.part_of[i] = joint.part_of[root];
  }
  return joint;
}

std::vector<std::uint64_t> joined_values(const Joint& joint, const Parts& low, const Parts& high) {
  std::vector<std::uint64_t> values;
  if (low.values.empty() && high.values.empty()) return values;
  values.resize(joint.open);
  for (std::size_t i = 0; i < joint.part_of.size(); ++i)
    if (joint.part_of[i] < joint.open)
      values[joint.part_of[i]] = i < low.count() ? low.values[i] : high.values[i - low.count()];
  return values;
}

}  // namespace preamar::blocks
