#include "primitives/outlines.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/workers.h"
#include "core/dispatch.h"
#include "core/memory.h"
#include "core/rows.h"
#include "primitives/label_sums.h"
#include "primitives/outline_chains.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

namespace preamar::cpu {
namespace {

constexpr std::int64_t tile_side = outlines_tile;

// Follows the outlines within one tile at a time.
template <class T>
class Tracer {
 public:
  explicit Tracer(const OutlinesSpec& spec, ConstImageView labels)
      : spec_(spec), labels_(labels), cells_(pitch * pitch), is_seen_(pitch * pitch) {}

  // The table of the counted cells from (y, x) on.
  Bytes trace(std::int64_t y, std::int64_t x) {
    y_ = y, x_ = x;
    rows_ = std::min(tile_side, spec_.counted.end(0) - y);
    columns_ = std::min(tile_side, spec_.counted.end(1) - x);
    load();
    found_.clear();
    runs_.clear();
    trace_open();
    trace_rings();
    return table();
  }

 private:
  // With a margin of one cell.
  static constexpr std::int64_t pitch = tile_side + 2;
  static constexpr std::array<std::int64_t, 4> step = {1, pitch, -1, -pitch};

  struct Found {
    std::uint64_t label;
    OutlineEdge begin, end;
    std::size_t first, bytes;  // of its runs
  };
  // A cell of the tile, from (0, 0) on, and one of its edges.
  struct Position {
    std::int64_t y, x;
    Direction direction;
    friend bool operator==(const Position&, const Position&) = default;
  };

  static std::int64_t cell_of(std::int64_t y, std::int64_t x) { return (y + 1) * pitch + x + 1; }
  static Direction left_of(Direction d) { return (d + 3) & 3; }
  [[nodiscard]] bool is_inside(const Position& at) const {
    return at.y >= 0 && at.x >= 0 && at.y < rows_ && at.x < columns_;
  }
  [[nodiscard]] OutlineEdge edge_of(const Position& at) const {
    const Direction d = at.direction;
    return {spec_.origin[0] + y_ + at.y + (d >= 2), spec_.origin[1] + x_ + at.x + (d == 1 || d == 2), d};
  }

  void load() {
    for (std::int64_t y = -1; y <= rows_; ++y) {
      T* const to = cells_.data() + cell_of(y, -1);
      std::fill_n(to, columns_ + 2, T{0});
      std::fill_n(is_seen_.data() + cell_of(y, -1), columns_ + 2, std::uint8_t{0});
      if (y_ + y < 0 || y_ + y >= labels_.shape()[0]) continue;
      const std::int64_t begin = std::max<std::int64_t>(x_ - 1, 0),
                         end = std::min(x_ + columns_ + 1, labels_.shape()[1]);
      const T* const from = reinterpret_cast<const T*>(row(labels_, y_ + y));
      std::copy(from + begin, from + end, to + (begin - x_ + 1));
    }
  }

  [[nodiscard]] bool is_edge(std::int64_t cell, Direction d) const {
    return cells_[cell] != 0 && cells_[cell + step[left_of(d)]] != cells_[cell];
  }

  // Whether the edge before this one is of a cell outside the tile.
  [[nodiscard]] bool begins_outside(const Position& at) const {
    const Direction d = at.direction, left = left_of(d);
    const std::int64_t cell = cell_of(at.y, at.x), behind = cell - step[d];
    if (cells_[behind] != cells_[cell]) return false;
    Position before{at.y - step_y[d], at.x - step_x[d], d};
    if (cells_[behind + step[left]] == cells_[cell]) before.y += step_y[left], before.x += step_x[left];
    return !is_inside(before);
  }

  // Such edges are of cells along the sides of the tile.
  void trace_open() {
    const auto visit = [&](std::int64_t y, std::int64_t x) {
      for (Direction d = 0; d < 4; ++d)
        if (is_edge(cell_of(y, x), d) && begins_outside({y, x, d})) follow({y, x, d});
    };
    for (std::int64_t x = 0; x < columns_; ++x) {
      visit(0, x);
      if (rows_ > 1) visit(rows_ - 1, x);
    }
    for (std::int64_t y = 1; y + 1 < rows_; ++y) {
      visit(y, 0);
      if (columns_ > 1) visit(y, columns_ - 1);
    }
  }

  // Each ring has an edge at the top of a cell.
  void trace_rings() {
    for (std::int64_t y = 0; y < rows_; ++y) {
      const T* const cells = cells_.data() + cell_of(y, 0);
      const std::uint8_t* const is_seen = is_seen_.data() + cell_of(y, 0);
      for (std::int64_t x = 0; x < columns_; ++x)
        if (cells[x] != 0 && cells[x] != cells[x - pitch] && is_seen[x] == 0) follow({y, x, 0});
    }
  }

  // Adds the chain from this edge on: up to it, or up to a cell outside the tile.
  void follow(const Position& begin) {
    Position at = begin;
    std::int64_t cell = cell_of(at.y, at.x), length = 0;
    const T own = cells_[cell];
    chain_.clear();
    do {
      const Direction d = at.direction, left = left_of(d);
      if (d == 0) is_seen_[cell] = 1;
      ++length;
      const std::int64_t ahead = cell + step[d];
      Turn turn = Turn::none;
      if (cells_[ahead] != own) {
        turn = cells_[ahead + step[left]] == own ? Turn::right_at_contact : Turn::right;
      } else {
        cell = ahead;
        at.y += step_y[d], at.x += step_x[d];
        if (cells_[cell + step[left]] == own) {
          turn = Turn::left;
          cell += step[left];
          at.y += step_y[left], at.x += step_x[left];
        }
      }
      at.direction = turned(d, turn);
      if (turn == Turn::none && is_inside(at)) continue;
      chain_.add({length, turn});
      length = 0;
    } while (at != begin && is_inside(at));
    add({edge_of(begin), edge_of(at), chain_.bytes()}, label_key(own));
  }

  void add(OutlineChain chain, std::uint64_t label) {
    if (chain.is_ring()) {
      rotate_to_smallest(chain, rotated_);
      chain.runs = rotated_.bytes();
    }
    found_.push_back({label, chain.begin, chain.end, runs_.size(), chain.runs.size()});
    runs_.insert(runs_.end(), chain.runs.begin(), chain.runs.end());
  }

  Bytes table() {
    std::ranges::sort(found_, [](const Found& a, const Found& b) {
      return a.label != b.label ? a.label < b.label : a.begin < b.begin;
    });
    std::size_t labels = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) labels += i == 0 || found_[i].label != found_[i - 1].label;
    LabelRowsWriter rows(labels, found_.size() * chain_head_bytes + runs_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const Found& found = found_[i];
      append_chain({found.begin, found.end, std::span(runs_).subspan(found.first, found.bytes)}, rows);
      if (i + 1 == found_.size() || found_[i + 1].label != found.label) rows.end_row(found.label);
    }
    return rows.take();
  }

  const OutlinesSpec& spec_;
  const ConstImageView labels_;
  std::int64_t y_ = 0, x_ = 0, rows_ = 0, columns_ = 0;  // the tile, in cells of `labels_`
  Buffer<T> cells_;
  Buffer<std::uint8_t> is_seen_;  // whether the edge at the top was followed
  OutlineRuns chain_, rotated_;
  std::vector<Found> found_;
  std::vector<std::byte> runs_;
};

}  // namespace

void outlines(const Execution& on, const OutlinesSpec& spec, ConstImageView labels,
              const std::function<void(Bytes)>& give) {
  const auto over = [](std::int64_t cells) { return (cells + tile_side - 1) / tile_side; };
  const std::int64_t columns = over(spec.counted.shape[1]), count = over(spec.counted.shape[0]) * columns;
  ProgressReporter progress(on, count);
  std::mutex mutex;
  with_type(labels.dtype(), [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_integral_v<T>)
      for_ranges(on, count, 1, [&](std::int64_t begin, std::int64_t end) {
        Tracer<T> tracer(spec, labels);
        for (std::int64_t tile = begin; tile < end; ++tile) {
          Bytes table = tracer.trace(spec.counted.begin(0) + tile / columns * tile_side,
                                     spec.counted.begin(1) + tile % columns * tile_side);
          progress.add(1);
          const std::lock_guard lock(mutex);
          give(std::move(table));
        }
      });
  });
}

}  // namespace preamar::cpu
