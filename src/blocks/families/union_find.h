// Union-find with path halving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace preamar::blocks {

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  // The root of the set that has `i`.
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // `a` and `b` are roots; `b` remains one.
  void join(std::uint32_t a, std::uint32_t b) { parent_[a] = b; }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace preamar::blocks
