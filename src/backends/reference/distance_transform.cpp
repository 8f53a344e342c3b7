#include "primitives/distance_transform.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/memory.h"
#include "core/rows.h"
#include "primitives/neighbours.h"
#include "primitives/rules/nearest_seed.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace preamar::reference {
using namespace primitives;
namespace {

// The state of a cell: the nearest goal along the axes processed so far, and the squared distance to it.
struct Way {
  std::uint64_t squared;
  std::int64_t goal;  // its raster index; -1: none
};

template <class T>
T& cell(ConstImageView image, std::int64_t index) {
  const std::int64_t length = row_length(image.shape());
  const std::byte* const at = row(image, index / length) + index % length * row_stride(image);
  return *reinterpret_cast<T*>(const_cast<std::byte*>(at));
}

template <class T>
Buffer<Way> ways_at_start(ConstImageView image, Goal goal, std::int64_t first_index) {
  Buffer<Way> ways(image.shape().count());
  for (std::int64_t i = 0; i < ways.count(); ++i) {
    const bool is_goal = (cell<T>(image, i) == T{0}) == (goal == Goal::zero);
    ways[i] = {0, is_goal ? first_index + i : -1};
  }
  return ways;
}

Buffer<Way> ways_at_start(ConstImageView image, const DistanceTransformSpec& spec) {
  const std::int64_t first_index =
      spec.beyond ? spec.beyond->first * static_cast<std::int64_t>(spec.beyond->before.size()) : 0;
  return with_type(image.dtype(),
                   [&]<class T>(std::type_identity<T>) { return ways_at_start<T>(image, spec.goal, first_index); });
}

// Updates the `count` cells of one line, `stride` apart: the nearest goal may now be that of another cell of the line.
void distance_pass(Way* line, std::int64_t count, std::int64_t stride, std::uint64_t step_squared,
                   const Buffer<Way>& before) {
  for (std::int64_t x = 0; x < count; ++x) before[x] = line[x * stride];
  for (std::int64_t x = 0; x < count; ++x) {
    Way best{0, -1};
    for (std::int64_t i = 0; i < count; ++i) {
      if (before[i].goal < 0) continue;
      const auto steps = static_cast<std::uint64_t>(x < i ? i - x : x - i);
      const std::uint64_t squared = before[i].squared + step_squared * steps * steps;
      if (best.goal < 0 || squared < best.squared) best = {squared, before[i].goal};
    }
    line[x * stride] = best;
  }
}

// Along the first axis, the nearest goal may be beyond the image: before it also if it is as near as one inside.
void look_beyond(const GoalsBeyond& beyond, std::uint64_t step_squared, const Buffer<Way>& ways) {
  const auto lines = static_cast<std::int64_t>(beyond.before.size());
  const auto offer = [&](std::int64_t i, std::uint32_t goal, bool wins_ties) {
    if (goal == no_goal) return;
    const std::int64_t steps = beyond.first + i / lines - goal;
    const std::uint64_t squared = step_squared * static_cast<std::uint64_t>(steps * steps);
    Way& way = ways[i];
    if (way.goal < 0 || squared < way.squared || (wins_ties && squared == way.squared))
      way = {squared, goal * lines + i % lines};
  };
  for (std::int64_t i = 0; i < ways.count(); ++i) {
    const auto line = static_cast<std::size_t>(i % lines);
    offer(i, beyond.before[line], true);
    offer(i, beyond.behind[line], false);
  }
}

template <class T>
void write_lengths(const Buffer<Way>& ways, double unit, ImageView out) {
  for (std::int64_t i = 0; i < ways.count(); ++i)
    cell<T>(out, i) = ways[i].goal < 0 ? no_length<T>() : length_of<T>(ways[i].squared, unit);
}

template <class T>
void carry(const Buffer<Way>& ways, std::uint64_t within, ConstImageView image, ImageView out) {
  for (std::int64_t i = 0; i < ways.count(); ++i)
    cell<T>(out, i) = cell<T>(image, ways[i].goal >= 0 && ways[i].squared <= within ? ways[i].goal : i);
}

Buffer<Way> ways_of(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image) {
  const Shape& shape = image.shape();
  Buffer<Way> ways = ways_at_start(image, spec);
  std::int64_t stride = ways.count();
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::int64_t count = shape[axis];
    const Buffer<Way> before(count);
    stride /= count;
    for (std::int64_t first = 0; first < ways.count(); ++first) {
      if (first / stride % count != 0) continue;  // not the start of a line
      if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "distance_transform: stopped");
      const auto step_squared = static_cast<std::uint64_t>(spec.step_squared[static_cast<std::size_t>(axis)]);
      distance_pass(ways.data() + first, count, stride, step_squared, before);
    }
    if (axis == 0 && spec.beyond) look_beyond(*spec.beyond, static_cast<std::uint64_t>(spec.step_squared[0]), ways);
  }
  return ways;
}

// Sweeps in raster order until nothing changes.
Buffer<Way> approximate_ways(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image) {
  const NearestSeed rule(spec, image.shape());
  Buffer<Way> ways = ways_at_start(image, spec);
  const std::vector<Step> steps = neighbour_steps(image.rank(), 1);
  for (bool changed = true; changed;) {
    changed = false;
    if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "distance_transform: stopped");
    for (std::int64_t i = 0; i < ways.count(); ++i) {
      const SeedPlace at{i / (rule.rows * rule.columns), i / rule.columns % rule.rows, i % rule.columns};
      for (const auto& [dz, dy, dx] : steps) {
        const std::int64_t z = at.z + dz, y = at.y + dy, x = at.x + dx;
        if (z < 0 || y < 0 || x < 0 || z >= rule.planes || y >= rule.rows || x >= rule.columns) continue;
        const std::int64_t offer = ways[(z * rule.rows + y) * rule.columns + x].goal;
        if (rule.squared(at, offer) >= rule.squared(at, ways[i].goal)) continue;
        ways[i] = {rule.squared(at, offer), offer};
        changed = true;
      }
    }
  }
  return ways;
}

void find_ends(const Buffer<Way>& ways, const GoalEnds& ends) {
  const auto lines = static_cast<std::int64_t>(ends.first.size());
  std::ranges::fill(ends.first, no_goal);
  std::ranges::fill(ends.last, no_goal);
  for (std::int64_t i = 0; i < ways.count(); ++i) {
    if (ways[i].goal < 0) continue;
    const auto line = static_cast<std::size_t>(i % lines);
    ends.last[line] = static_cast<std::uint32_t>(i / lines);
    ends.first[line] = std::min(ends.first[line], ends.last[line]);
  }
}

}  // namespace

void distance_transform(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
                        const DistanceTransformResults& results) {
  if (image.shape().count() == 0) return;
  if (results.ends) return find_ends(ways_at_start(image, spec), *results.ends);
  const Buffer<Way> ways = spec.search == Search::exact ? ways_of(on, spec, image) : approximate_ways(on, spec, image);
  if (results.lengths)
    with_type(results.lengths->dtype(),
              [&]<class T>(std::type_identity<T>) { write_lengths<T>(ways, spec.unit, *results.lengths); });
  if (results.nearest)
    for (std::int64_t i = 0; i < ways.count(); ++i) cell<std::int64_t>(*results.nearest, i) = ways[i].goal;
  if (results.carried)
    with_type(image.dtype(),
              [&]<class T>(std::type_identity<T>) { carry<T>(ways, spec.within, image, *results.carried); });
}

}  // namespace preamar::reference
