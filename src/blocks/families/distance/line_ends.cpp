#include "blocks/families/distance/line_ends.h"

#include "core/error_text.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

using Positions = std::span<std::uint32_t>;
using ConstPositions = std::span<const std::uint32_t>;

// Of lines of a region, in pairs of lists as LineEnds has them.
class Room {
 public:
  explicit Room(const Box& box) : bytes_(2 * line_count(box.shape) * sizeof(std::uint32_t)) {}
  [[nodiscard]] Positions low() { return half(0); }
  [[nodiscard]] Positions high() { return half(1); }
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  [[nodiscard]] Positions half(std::size_t which) {
    const std::size_t lines = bytes_.size() / (2 * sizeof(std::uint32_t));
    return {reinterpret_cast<std::uint32_t*>(bytes_.data()) + which * lines, lines};
  }
  Bytes bytes_;
};

// The first of two goals that exists.
std::uint32_t either(std::uint32_t one, std::uint32_t other) { return one != no_goal ? one : other; }

void choose(ConstPositions ones, ConstPositions others, Positions out) {
  std::ranges::transform(ones, others, out.begin(), either);
}

// Calls copy(first line in `part`, first line in `whole`, number of lines) for lines that lie side by side in both.
template <class Copy>
void for_each_run(const Box& part, const Box& whole, const Copy& copy) {
  const int last = part.rank() - 1;
  const std::int64_t rows = part.rank() == 3 ? part.shape[1] : 1, columns = part.shape[last];
  const std::int64_t first_row = part.rank() == 3 ? part.begin(1) - whole.begin(1) : 0;
  const std::int64_t first_column = part.begin(last) - whole.begin(last);
  for (std::int64_t row = 0; row < rows; ++row)
    copy(static_cast<std::size_t>(row * columns),
         static_cast<std::size_t>((first_row + row) * whole.shape[last] + first_column),
         static_cast<std::size_t>(columns));
}

void put_part(ConstPositions lines, const Box& part, const Box& whole, Positions out) {
  for_each_run(part, whole, [&](std::size_t from, std::size_t to, std::size_t count) {
    std::ranges::copy(lines.subspan(from, count), out.begin() + static_cast<std::ptrdiff_t>(to));
  });
}

Bytes part_of(const LineEnds& ends, const Box& whole, const Box& part) {
  Room room(part);
  for_each_run(part, whole, [&](std::size_t to, std::size_t from, std::size_t count) {
    std::ranges::copy(ends.low.subspan(from, count), room.low().begin() + static_cast<std::ptrdiff_t>(to));
    std::ranges::copy(ends.high.subspan(from, count), room.high().begin() + static_cast<std::ptrdiff_t>(to));
  });
  return room.take();
}

}  // namespace

LineEnds line_ends_in(const Operation& operation, const Box& box, const Bytes& bytes) {
  const std::size_t lines = line_count(box.shape);
  if (bytes.size() != 2 * lines * sizeof(std::uint32_t))
    throw Error(ErrorKind::io, text(operation.op->name, ": a summary of a block has another size than its lines"));
  const auto* const first = reinterpret_cast<const std::uint32_t*>(bytes.data());
  return {{first, lines}, {first + lines, lines}};
}

Bytes line_ends_of(const Operation&, const BlockView& view, const DistanceTransformSpec& spec) {
  Room room(view.block);
  distance_transform(view.on, spec, view.inputs[0], {.ends = GoalEnds{room.low(), room.high()}});
  const auto origin = static_cast<std::uint32_t>(view.block.begin(0));
  for (const Positions& positions : {room.low(), room.high()})
    for (std::uint32_t& position : positions) position = position == no_goal ? no_goal : position + origin;
  return room.take();
}

Merged merge_line_ends(const Operation& operation, const Seam& seam, const Bytes& low_bytes, const Bytes& high_bytes) {
  const LineEnds low = line_ends_in(operation, seam.low, low_bytes);
  const LineEnds high = line_ends_in(operation, seam.high, high_bytes);
  Room summary(seam.joined);
  if (seam.axis > 0) {
    put_part(low.low, seam.low, seam.joined, summary.low());
    put_part(low.high, seam.low, seam.joined, summary.high());
    put_part(high.low, seam.high, seam.joined, summary.low());
    put_part(high.high, seam.high, seam.joined, summary.high());
    return {summary.take(), {}};
  }
  choose(low.low, high.low, summary.low());
  choose(high.high, low.high, summary.high());
  // What the halves are to each other: the last goal of the low one, the first of the high one.
  Room record(seam.joined);
  std::ranges::copy(low.high, record.low().begin());
  std::ranges::copy(high.low, record.high().begin());
  return {summary.take(), record.take()};
}

Bytes finish_line_ends(const Operation& operation, const Bytes&) {
  Room none(whole(operation.image));
  std::ranges::fill(none.low(), no_goal);
  std::ranges::fill(none.high(), no_goal);
  return none.take();
}

std::pair<Bytes, Bytes> split_line_ends(const Operation& operation, const Seam& seam, const Bytes& merge_record,
                                        const Bytes& border_result) {
  const LineEnds around = line_ends_in(operation, seam.joined, border_result);
  if (seam.axis > 0) return {part_of(around, seam.joined, seam.low), part_of(around, seam.joined, seam.high)};
  const LineEnds halves = line_ends_in(operation, seam.joined, merge_record);
  Room low(seam.low), high(seam.high);
  std::ranges::copy(around.low, low.low().begin());
  choose(halves.high, around.high, low.high());
  choose(halves.low, around.low, high.low());
  std::ranges::copy(around.high, high.high().begin());
  return {low.take(), high.take()};
}

// The two halves, and both results of the merge or of the split.
std::int64_t merge_line_bytes(const Operation&, const Seam& seam) {
  return 8 * static_cast<std::int64_t>(line_count(seam.joined.shape) * sizeof(std::uint32_t));
}

}  // namespace preamar::blocks
