#include "primitives/boundary_forest.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "core/box_border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/neighbours.h"
#include "primitives/rules/keys.h"

#include <algorithm>
#include <numeric>

namespace preamar::reference {
using namespace primitives;
namespace {

struct CellEdge {
  std::int64_t a, b;
  std::uint64_t width;
};

// NaN (a wall) is the only float whose key is 0.
template <class T>
bool is_alive(const BoundaryForestSpec& spec, const Keys<T>& keys, T level, T limit) {
  if (keys.floating && keys.key(limit) == 0) return false;
  return spec.keeps_full || keys.key(level) < keys.key(limit);
}

template <class T>
std::vector<CellEdge> live_edges(const BoundaryForestSpec& spec, ConstImageView level_image,
                                 ConstImageView limit_image) {
  const Keys<T> keys(limit_image.dtype(), spec.order);
  const Cells<T> level(level_image), limit(limit_image);
  const std::vector<Step> steps = neighbour_steps(limit.rank, spec.connectivity);
  const auto alive = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    return limit.inside(z, y, x) && is_alive(spec, keys, level.at(z, y, x), limit.at(z, y, x));
  };
  const auto index = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    return (z * limit.rows + y) * limit.columns + x;
  };
  std::vector<CellEdge> edges;
  limit.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    for (const auto& [dz, dy, dx] : steps) {
      if (!alive(z, y, x) || !alive(z + dz, y + dy, x + dx)) continue;
      const std::int64_t here = index(z, y, x), there = index(z + dz, y + dy, x + dx);
      const T width = std::min(keys.key(limit.at(z, y, x)), keys.key(limit.at(z + dz, y + dy, x + dx)));
      if (here < there) edges.push_back({here, there, width});
    }
  });
  return edges;
}

// Sets of cells; each keeps one of its border cells, if any, as its representative.
class Trees {
 public:
  explicit Trees(std::int64_t cells) : up_(static_cast<std::size_t>(cells)), speakers_(up_.size(), nobody) {
    std::iota(up_.begin(), up_.end(), 0);
  }
  static constexpr std::int64_t nobody = -1;
  std::int64_t& speaker(std::int64_t root) { return speakers_[static_cast<std::size_t>(root)]; }
  std::int64_t root(std::int64_t cell) {
    while (up(cell) != cell) cell = up(cell) = up(up(cell));
    return cell;
  }
  void join(std::int64_t root, std::int64_t other) {
    up(root) = other;
    if (speaker(other) == nobody) speaker(other) = speaker(root);
  }

 private:
  std::int64_t& up(std::int64_t cell) { return up_[static_cast<std::size_t>(cell)]; }

  std::vector<std::int64_t> up_, speakers_;
};

}  // namespace

// Kruskal's algorithm on all cells: when two sets that both have a border cell meet, joins their representatives.
std::vector<BoundaryEdge> boundary_forest(const Execution& on, const BoundaryForestSpec& spec, ConstImageView level,
                                          ConstImageView limit) {
  std::vector<CellEdge> edges =
      with_bits(limit.dtype(), [&]<class T>(std::type_identity<T>) { return live_edges<T>(spec, level, limit); });
  std::stable_sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.width > b.width; });
  if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "boundary_forest: stopped");

  Trees trees(limit.shape().count());
  const Strides steps = dense_strides(DType::uint8, limit.shape());
  std::int64_t place = 0;
  BoxBorder(whole(limit.shape()), spec.edges).for_each([&](const Coordinates& cell) {
    trees.speaker(cell[0] * steps[0] + cell[1] * steps[1] + cell[2] * steps[2]) = place++;
  });
  std::vector<BoundaryEdge> forest;
  for (const CellEdge& edge : edges) {
    const std::int64_t a = trees.root(edge.a), b = trees.root(edge.b);
    if (a == b) continue;
    const std::int64_t p = trees.speaker(a), q = trees.speaker(b);
    if (p != Trees::nobody && q != Trees::nobody)
      forest.push_back({static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(q), edge.width});
    trees.join(a, b);
  }
  return forest;
}

}  // namespace preamar::reference
