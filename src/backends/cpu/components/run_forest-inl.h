// The runs of all strips of an image, and their connected components: union-find whose nodes are runs.
//
// One thread processes a band of strips; seams between bands are joined afterwards. Nodes are numbered in the order of
// strips and, within a strip, of columns. A root is the smallest node of its tree.
#if defined(PREAMAR_RUN_FOREST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_RUN_FOREST_INL
#undef PREAMAR_RUN_FOREST_INL
#else
#define PREAMAR_RUN_FOREST_INL
#endif

#include "backends/cpu/components/row_bits.h"
#include "backends/cpu/components/strips.h"
#include "core/memory.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

// Where cells of a strip touch an earlier strip: in the same column, the column before, and the column after.
struct Links {
  explicit Links(std::int64_t words) : above(size(words)), before(size(words)), after(size(words)) {}
  std::vector<Word> above, before, after;

 private:
  static std::size_t size(std::int64_t words) { return static_cast<std::size_t>(words); }
};

template <class Node>
class RunForest {
 public:
  // A run of columns.
  struct Run {
    [[nodiscard]] std::int64_t begin() const { return word * 64 + std::countr_zero(bit); }
    // The first column after the run: the start of another run, or a column that is not covered.
    [[nodiscard]] std::int64_t end() const {
      const Word *const starts = forest.starts(strip), *const cover = forest.cover(strip);
      std::int64_t w = word;
      Word stop = (starts[w] | ~cover[w]) & ~(bit | (bit - 1));
      while (stop == 0 && ++w < forest.grid.words) stop = starts[w] | ~cover[w];
      return w < forest.grid.words ? w * 64 + std::countr_zero(stop) : forest.grid.columns;
    }

    const RunForest& forest;
    std::int64_t strip, word;
    Word bit;  // its first column
  };

  // `most` is the maximum number of runs per strip.
  RunForest(const StripGrid& strips, std::int64_t most)
      : grid(strips),
        most_(most),
        bits_(grid.planes * grid.rows * grid.words),
        cover_(grid.size.count() == 1 ? 0 : grid.count() * grid.words),
        starts_(grid.count() * grid.words),
        runs_before_(grid.count() * grid.words),
        nodes_(grid.count() + 1),
        parent_(grid.count() * most + 1) {}

  // Bytes for such a grid with the maximum number of runs.
  static std::int64_t bytes(const StripGrid& grid, std::int64_t most) {
    const std::int64_t cover = grid.size.count() == 1 ? 0 : 8;
    return grid.planes * grid.rows * grid.words * 8 + grid.count() * (grid.words * (8 + 4 + cover) + 8) +
           grid.count() * most * static_cast<std::int64_t>(sizeof(Node));
  }

  [[nodiscard]] Word* bits(std::int64_t row) const { return bits_.data() + row * grid.words; }
  [[nodiscard]] Word* cover(std::int64_t strip) const {
    return grid.size.count() == 1 ? bits(strip) : cover_.data() + strip * grid.words;
  }
  [[nodiscard]] Word* starts(std::int64_t strip) const { return starts_.data() + strip * grid.words; }
  [[nodiscard]] const std::uint32_t* runs_before(std::int64_t strip) const {
    return runs_before_.data() + strip * grid.words;
  }
  [[nodiscard]] Node first(std::int64_t strip) const { return nodes_[strip].first; }
  [[nodiscard]] Node last(std::int64_t strip) const { return nodes_[strip].last; }
  // The first node of a band that begins with this strip.
  [[nodiscard]] Node first_of_band(std::int64_t strip) const { return static_cast<Node>(strip * most_); }

  // Turns the runs in `starts` and `cover` into nodes from `node` on, each its own root. Returns the next free node.
  Node take_runs(std::int64_t strip, Node node) {
    nodes_[strip].first = node;
    std::uint32_t* const before = runs_before_.data() + strip * grid.words;
    const Word* const begin = starts(strip);
    std::uint32_t count = 0;
    for (std::int64_t w = 0; w < grid.words; ++w) {
      before[w] = count;
      count += static_cast<std::uint32_t>(std::popcount(begin[w]));
    }
    for (std::uint32_t i = 0; i < count; ++i, ++node) parent_[index(node)] = node;
    return nodes_[strip].last = node;
  }

  // Calls unite(a, b) at least once for any two runs of the strips that touch.
  template <class Unite>
  void join(std::int64_t strip, std::int64_t earlier, const Links& links, const Unite& unite) const {
    const Word *const cover_a = cover(earlier), *const cover_b = cover(strip);
    const Word *const starts_a = starts(earlier), *const starts_b = starts(strip);
    Word carry = 0;
    for (std::int64_t w = 0; w < grid.words; ++w) {
      Word above = links.above[static_cast<std::size_t>(w)];
      Word before = links.before[static_cast<std::size_t>(w)];
      Word after = links.after[static_cast<std::size_t>(w)];
      if ((above | before | after) == 0) {
        carry = 0;
        continue;
      }
      // Columns that continue the run of the column before. A run that touches them diagonally also touches them from
      // above.
      const Word same_a = cover_a[w] & ~starts_a[w], same_b = cover_b[w] & ~starts_b[w];
      const Word next = w + 1 < grid.words ? cover_a[w + 1] & ~starts_a[w + 1] : 0;
      const Word same_after = same_a >> 1 | next << 63;
      above |= (before & same_a) | (after & same_after);
      before &= ~same_a;
      after &= ~same_after;
      const Word fresh = above & ~((above << 1 | carry) & same_a & same_b);
      carry = above >> 63;

      const Node a = static_cast<Node>(first(earlier) + runs_before(earlier)[w]);
      const Node b = static_cast<Node>(first(strip) + runs_before(strip)[w]);
      const auto begun = [](Word begin, Word columns) { return static_cast<Node>(std::popcount(begin & columns)); };
      for_each_bit(fresh, [&](Word bit) {
        const Word through = bit | (bit - 1);
        unite(a + begun(starts_a[w], through) - 1, b + begun(starts_b[w], through) - 1);
      });
      for_each_bit(before, [&](Word bit) {
        unite(a + begun(starts_a[w], bit - 1) - 1, b + begun(starts_b[w], bit | (bit - 1)) - 1);
      });
      for_each_bit(after, [&](Word bit) {
        const Word through = bit | (bit - 1);
        unite(a + begun(starts_a[w], through), b + begun(starts_b[w], through) - 1);
      });
    }
  }

  // Unites two nodes of one band; no other thread may access the band.
  void unite_in_band(Node a, Node b) {
    a = find(a);
    b = find(b);
    parent_[index(std::max(a, b))] = std::min(a, b);  // also if a == b: a branch would often be mispredicted
  }
  // The same across bands, whose trees are flat. Only roots move, so all other nodes still know their root within the
  // band; appends the root that moved to `moved`.
  void unite_bands(Node a, Node b, std::vector<Node>& moved) {
    while (parent_[index(a)] != a) a = parent_[index(a)];
    while (parent_[index(b)] != b) b = parent_[index(b)];
    if (a == b) return;
    if (a > b) std::swap(a, b);
    parent_[index(b)] = a;
    moved.push_back(b);
  }

  // Makes every node of a band point at its root, before bands are joined. Returns the number of roots.
  std::int64_t flatten(Node begin, Node end) {
    std::int64_t roots = 0;
    for (Node i = begin; i < end; ++i) {
      Node& up = parent_[index(i)];
      roots += up == i;
      up = parent_[index(up)];
    }
    return roots;
  }
  // After the seams: makes moved roots point at their final root, so that root() is correct for every node.
  void settle(std::span<const Node> moved) {
    for (const Node node : moved) parent_[index(node)] = find(node);
  }
  // A node of the same tree, no later than this one.
  [[nodiscard]] Node parent(Node node) const { return parent_[index(node)]; }
  // A node of the same tree in the band that begins with node `oldest`: its root there, or itself.
  [[nodiscard]] Node band_root(Node node, Node oldest) const {
    const Node up = parent_[index(node)];
    return up < oldest ? node : up;
  }
  [[nodiscard]] Node root(Node node) const { return parent_[index(parent_[index(node)])]; }

  // Calls each(node, run) for the runs of a strip.
  template <class Each>
  void for_each_run(std::int64_t strip, const Each& each) const {
    Node node = first(strip);
    const Word* const begin = starts(strip);
    for (std::int64_t w = 0; w < grid.words; ++w)
      for_each_bit(begin[w], [&](Word bit) { each(node++, Run{*this, strip, w, bit}); });
  }
  // The same for runs whose nodes `keep` selects. For the others only the nodes are read, which is faster if they are
  // the majority. keep(node) is called after each() of all nodes before it.
  template <class Keep, class Each>
  void for_each_run(std::int64_t strip, const Keep& keep, const Each& each) const {
    const Node begin = first(strip), end = last(strip);
    const std::uint32_t* const before = runs_before(strip);
    std::int64_t w = 0;
    Word rest = starts(strip)[0];  // the bits of the word, starting at run number `nth` of the strip
    Node nth = 0;
    for (Node node = begin; node < end; ++node) {
      if (!keep(node)) continue;
      for (; w + 1 < grid.words && before[w + 1] <= node - begin; rest = starts(strip)[w]) nth = before[++w];
      for (; nth < node - begin; ++nth) rest &= rest - 1;
      each(node, Run{*this, strip, w, rest & (~rest + 1)});
    }
  }

  const StripGrid grid;

 private:
  struct Range {
    Node first, last;
  };

  static std::int64_t index(Node node) { return static_cast<std::int64_t>(node); }

  template <class Each>
  static void for_each_bit(Word word, const Each& each) {
    for (; word != 0; word &= word - 1) each(word & (~word + 1));
  }

  Node find(Node node) {
    for (Node up = parent_[index(node)]; up != node; up = parent_[index(node)]) {
      const Node above = parent_[index(up)];
      parent_[index(node)] = above;
      node = above;
    }
    return node;
  }

  std::int64_t most_;
  Buffer<Word> bits_, cover_, starts_;
  Buffer<std::uint32_t> runs_before_;
  Buffer<Range> nodes_;
  Buffer<Node> parent_;
};

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
