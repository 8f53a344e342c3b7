// Exact distances over slabs: each is read twice and written once, and there is no intermediate image.
//
// A slab spans all axes except the first. Its summary is the first and the last goal on each line along that axis. On
// the way down each slab gets, per line, the nearest goal before it and the one behind it. These and the pixels of the
// slab give the distances along the first axis; the slab holds the lines along the other axes whole.
#include "blocks/families.h"
#include "core/error_text.h"

#include <algorithm>
#include <cstring>

namespace preamar::blocks {
namespace {

using Positions = std::span<std::uint32_t>;
using ConstPositions = std::span<const std::uint32_t>;

// Two positions per line, as bytes: those of all lines towards the low end, then those towards the high end.
struct Ends {
  ConstPositions low, high;
};

Bytes room_for(std::size_t lines) { return Bytes(2 * lines * sizeof(std::uint32_t)); }

std::pair<Positions, Positions> positions_in(Bytes& bytes) {
  const std::size_t lines = bytes.size() / (2 * sizeof(std::uint32_t));
  auto* const first = reinterpret_cast<std::uint32_t*>(bytes.data());
  return {{first, lines}, {first + lines, lines}};
}

Ends ends_in(const Task& task, const Bytes& bytes) {
  const std::size_t lines = line_count(task.image);
  if (bytes.size() != 2 * lines * sizeof(std::uint32_t))
    throw Error(ErrorKind::io, text(task.op->name, ": a summary of a block has another size than its lines"));
  const auto* const first = reinterpret_cast<const std::uint32_t*>(bytes.data());
  return {{first, lines}, {first + lines, lines}};
}

// The first of two goals that exists.
std::uint32_t either(std::uint32_t one, std::uint32_t other) { return one != no_goal ? one : other; }

void choose(ConstPositions ones, ConstPositions others, Positions out) {
  std::ranges::transform(ones, others, out.begin(), either);
}

DistanceTransformSpec spec_of(const Task& task) {
  return std::get<DistanceForm>(task.form->kind).spec(task.inputs, task.options);
}

Bytes local(const Task& task, const Piece& piece) {
  Bytes summary = room_for(line_count(task.image));
  const auto [first, last] = positions_in(summary);
  distance_transform(piece.on, spec_of(task), piece.inputs[0], {.ends = GoalEnds{first, last}});
  const auto origin = static_cast<std::uint32_t>(piece.block.begin(0));
  for (const Positions& positions : {first, last})
    for (std::uint32_t& position : positions) position = position == no_goal ? no_goal : position + origin;
  return summary;
}

Merged merge(const Task& task, const Seam&, const Bytes& low_bytes, const Bytes& high_bytes) {
  const Ends low = ends_in(task, low_bytes), high = ends_in(task, high_bytes);
  Merged merged{room_for(low.low.size()), room_for(low.low.size())};
  const auto [first, last] = positions_in(merged.summary);
  choose(low.low, high.low, first);
  choose(high.high, low.high, last);
  // What the halves are to each other: the last goal of the low one, the first of the high one.
  const auto [before, behind] = positions_in(merged.merge_record);
  std::ranges::copy(low.high, before.begin());
  std::ranges::copy(high.low, behind.begin());
  return merged;
}

Bytes finish_root(const Task& task, const Bytes&) {
  Bytes none = room_for(line_count(task.image));
  const auto [before, behind] = positions_in(none);
  std::ranges::fill(before, no_goal);
  std::ranges::fill(behind, no_goal);
  return none;
}

std::pair<Bytes, Bytes> split(const Task& task, const Seam&, const Bytes& merge_record, const Bytes& border_result) {
  const Ends halves = ends_in(task, merge_record), around = ends_in(task, border_result);
  std::pair<Bytes, Bytes> parts{room_for(around.low.size()), room_for(around.low.size())};
  const auto [before_low, behind_low] = positions_in(parts.first);
  const auto [before_high, behind_high] = positions_in(parts.second);
  std::ranges::copy(around.low, before_low.begin());
  choose(halves.high, around.high, behind_low);
  choose(halves.low, around.low, before_high);
  std::ranges::copy(around.high, behind_high.begin());
  return parts;
}

void finish(const Task& task, const Piece& piece, const Bytes& border_result, std::span<const ImageView> outs) {
  const Ends around = ends_in(task, border_result);
  DistanceTransformSpec spec = spec_of(task);
  spec.beyond = GoalsBeyond{around.low, around.high, piece.block.begin(0), task.image};
  DistanceTransformResults results{.lengths = outs[0]};
  if (outs.size() > 1) results.nearest = outs[1];
  distance_transform(piece.on, spec, piece.inputs[0], results);
}

// The two halves, and both results of the merge or of the split.
std::int64_t merge_bytes(const Task& task, const Seam&) {
  return 8 * static_cast<std::int64_t>(line_count(task.image) * sizeof(std::uint32_t));
}

constexpr Algorithm distance_algorithm = SlabsKind{{
    .local = local,
    .local_on_devices = false,
    .steps = {.merge = merge, .finish_root = finish_root, .split = split, .merge_bytes = merge_bytes},
    .pixels = {.finish = finish, .on_devices = false},
    .cost = {.summary = 10, .pixels = 20},
}};

}  // namespace

const Algorithm& algorithm_of(const DistanceForm&) { return distance_algorithm; }

}  // namespace preamar::blocks
