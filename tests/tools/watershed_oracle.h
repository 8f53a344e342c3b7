// An oracle for watershed, written independently from its definition: steps by a queue, edges sorted, Kruskal's
// algorithm.
#pragma once

#include <preamar/watershed.h>

#include "core/dispatch.h"
#include "tools/images.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>
#include <vector>

namespace preamar::test {

template <class T>
class WatershedOracle {
 public:
  WatershedOracle(const T* image, std::vector<std::uint64_t> markers, std::vector<bool> taken, const Shape& shape,
                  const WatershedOptions& options)
      : image_(image), markers_(std::move(markers)), taken_(std::move(taken)), options_(options) {
    for (int axis = 0; axis < 3; ++axis) {
      const int own = axis - (3 - shape.rank());
      extent_[axis] = own < 0 ? 1 : shape[own];
    }
    count_ = shape.count();
    const bool floating = std::is_floating_point_v<T>;
    for (std::int64_t i = 0; i < count_; ++i) {
      if (floating && image[i] != image[i]) taken_[at(i)] = false;
      if (!taken_[at(i)]) markers_[at(i)] = 0;
    }
    find_steps();
  }

  std::vector<std::uint64_t> labels() {
    std::vector<std::tuple<Cell, Cell, std::int64_t, std::int64_t>> edges;
    for (std::int64_t p = 0; p < count_; ++p)
      for (const std::int64_t q : near(p))
        if (p < q) edges.emplace_back(std::max(cell(p), cell(q)), std::min(cell(p), cell(q)), p, q);
    std::sort(edges.begin(), edges.end());
    std::vector<std::vector<std::int64_t>> members(at(count_));
    std::vector<std::int64_t> tree(at(count_));
    std::iota(tree.begin(), tree.end(), 0);
    for (std::int64_t i = 0; i < count_; ++i) members[at(i)] = {i};
    std::vector<std::uint64_t> label = markers_;  // of trees
    for (const auto& [later, earlier, p, q] : edges) {
      std::int64_t a = tree[at(p)], b = tree[at(q)];
      if (a == b || (label[at(a)] != 0 && label[at(b)] != 0)) continue;
      if (members[at(a)].size() < members[at(b)].size()) std::swap(a, b);
      label[at(a)] = std::max(label[at(a)], label[at(b)]);
      for (const std::int64_t i : members[at(b)]) tree[at(i)] = a, members[at(a)].push_back(i);
      members[at(b)].clear();
    }
    std::vector<std::uint64_t> all(at(count_));
    for (std::int64_t i = 0; i < count_; ++i) all[at(i)] = label[at(tree[at(i)])];
    if (!options_.line) return all;
    std::vector<std::uint64_t> lined = all;
    for (std::int64_t p = 0; p < count_; ++p)
      for (const std::int64_t q : near(p))
        if (all[at(p)] && all[at(q)] && all[at(p)] != all[at(q)] && !markers_[at(p)] &&
            std::pair(cell(q), q) < std::pair(cell(p), p))
          lined[at(p)] = 0;
    return lined;
  }

 private:
  using Cell = std::pair<T, std::int64_t>;
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] Cell cell(std::int64_t i) const { return {image_[i], steps_[at(i)]}; }

  // The neighbours inside the mask of a cell inside the mask.
  [[nodiscard]] std::vector<std::int64_t> near(std::int64_t i) const {
    std::vector<std::int64_t> found;
    if (!taken_[at(i)]) return found;
    const int connectivity = options_.connectivity == 0 ? 1 : options_.connectivity;
    const std::int64_t z = i / (extent_[1] * extent_[2]), y = i / extent_[2] % extent_[1], x = i % extent_[2];
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          const std::int64_t moves = dz * dz + dy * dy + dx * dx;
          if (moves == 0 || moves > connectivity) continue;
          const std::int64_t c = z + dz, b = y + dy, a = x + dx;
          if (c < 0 || b < 0 || a < 0 || c >= extent_[0] || b >= extent_[1] || a >= extent_[2]) continue;
          const std::int64_t n = (c * extent_[1] + b) * extent_[2] + a;
          if (taken_[at(n)]) found.push_back(n);
        }
    return found;
  }

  void find_steps() {
    const std::int64_t cap = options_.plateau < 0 ? count_ + 1 : options_.plateau;
    steps_.assign(at(count_), cap);
    std::queue<std::int64_t> queue;
    for (std::int64_t i = 0; i < count_ && cap > 0; ++i) {
      bool low = markers_[at(i)] != 0;
      for (const std::int64_t n : near(i)) low = low || image_[n] < image_[i];
      if (!low) continue;
      steps_[at(i)] = 0;
      queue.push(i);
    }
    for (; !queue.empty(); queue.pop()) {
      const std::int64_t i = queue.front();
      for (const std::int64_t n : near(i))
        if (image_[n] == image_[i] && steps_[at(n)] > steps_[at(i)] + 1) {
          steps_[at(n)] = steps_[at(i)] + 1;
          queue.push(n);
        }
    }
  }

  const T* image_;
  std::vector<std::uint64_t> markers_;
  std::vector<bool> taken_;
  WatershedOptions options_;
  std::int64_t extent_[3], count_;
  std::vector<std::int64_t> steps_;
};

// For views of any layout, as a dense image of the markers' type; NaN cells are outside the mask.
inline Image watershed_oracle(ConstImageView image, ConstImageView markers, const WatershedOptions& options) {
  const std::int64_t count = image.shape().count();
  std::vector<std::uint64_t> seeds;
  std::vector<bool> taken;
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t seed = 0;
    std::memcpy(&seed, pixel(markers, i), static_cast<std::size_t>(size_of(markers.dtype())));
    seeds.push_back(seed);
    taken.push_back(!options.mask || *pixel(*options.mask, i) != std::byte{0});
  }
  const Image values = dense_copy(image);
  Image result(markers.type());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    WatershedOracle<T> oracle(static_cast<const T*>(values.data()), seeds, taken, image.shape(), options);
    const std::vector<std::uint64_t> labels = oracle.labels();
    for (std::int64_t i = 0; i < count; ++i)
      std::memcpy(pixel(result, i), &labels[static_cast<std::size_t>(i)],
                  static_cast<std::size_t>(size_of(markers.dtype())));
  });
  return result;
}

}  // namespace preamar::test
