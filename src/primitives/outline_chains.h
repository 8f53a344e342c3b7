// Chains of pixel edges along the outline of a label, as bytes. The label is on the right of each edge, so on the
// screen an outer ring runs clockwise. A chain is a row of a table per label (core/label_rows.h).
#pragma once

#include "core/label_rows.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace preamar::primitives {

// A direction along the edges of pixels: +x, +y (down), -x, -y. Plus 1 is a turn to the right.
using Direction = std::uint8_t;
inline constexpr std::array<std::int64_t, 4> step_x = {1, 0, -1, 0}, step_y = {0, 1, 0, -1};

// What follows a run of edges. At a corner contact two diagonal pixels of the label meet; each chain turns right there,
// so that it stays with its pixel.
enum class Turn : std::uint8_t { none = 0, right = 1, right_at_contact = 2, left = 3 };
[[nodiscard]] constexpr Direction turned(Direction direction, Turn turn) {
  constexpr std::array<Direction, 4> by = {0, 1, 1, 3};
  return (direction + by[static_cast<std::size_t>(turn)]) & 3;
}

// A directed pixel edge by its start, a pixel corner. Ordered by row, then by column.
struct OutlineEdge {
  std::int64_t y, x;
  Direction direction;
  // NOLINTNEXTLINE(modernize-use-nullptr): of the generated code
  friend auto operator<=>(const OutlineEdge&, const OutlineEdge&) = default;
};

// Edges in a line, and the turn after them.
struct OutlineRun {
  std::int64_t length;
  Turn turn;
};

// The runs of a chain as bytes. Only the last run may be followed by Turn::none.
class OutlineRuns {
 public:
  // Joins the run with the last one if that has no turn.
  void add(OutlineRun run);
  void add(std::span<const std::byte> runs);
  void clear() { bytes_.clear(); }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

// Removes the first run from the bytes and returns it.
[[nodiscard]] OutlineRun next_run(std::span<const std::byte>& runs);
// The number of runs.
[[nodiscard]] std::int64_t run_count(std::span<const std::byte> runs);

// A chain from its first edge up to, but not including, `end`. A ring ends with its first edge.
struct OutlineChain {
  OutlineEdge begin, end;
  std::span<const std::byte> runs;
  [[nodiscard]] bool is_ring() const { return begin == end; }
};

// Bytes of a chain in addition to those of its runs.
inline constexpr std::int64_t chain_head_bytes = 40;

void append_chain(const OutlineChain& chain, LabelRowsWriter& to);
// Removes the first chain from a row and returns it.
[[nodiscard]] OutlineChain next_chain(std::span<const std::byte>& row);

// The runs of a ring from its smallest edge on; `ring` may begin with any edge. Sets both ends of `ring` to that edge.
void rotate_to_smallest(OutlineChain& ring, OutlineRuns& rotated);

// Appends the chains of two rows, as long as possible: joined where one begins at the end of another. Chains are in
// ascending order of their first edges, and rings begin with their smallest edge. So the result does not depend on the
// order of such calls.
void join_chains(std::span<const std::byte> left, std::span<const std::byte> right, LabelRowsWriter& to);

}  // namespace preamar::primitives
