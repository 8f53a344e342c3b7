#include "skeletons/lines.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/memory.h"
#include "core/rows.h"

#include <cstring>

namespace preamar::reference {
namespace {

// What is known of a cell: the nearest goal on the axes done so far, and the square of the way to it.
struct Way {
  std::uint64_t squared;
  std::int64_t goal;  // its raster index; -1: none
};

template <class T>
Buffer<Way> ways_at_start(const ConstImage& image, Goal goal) {
  Buffer<Way> ways(image.shape().count());
  const std::int64_t length = row_length(image.shape());
  for (std::int64_t i = 0; i < ways.count(); ++i) {
    T value;
    std::memcpy(&value, row(image, i / length) + i % length * row_stride(image), sizeof value);
    const bool is_goal = (value == T{0}) == (goal == Goal::zero);
    ways[i] = {0, is_goal ? i : -1};
  }
  return ways;
}

// Replaces the ways of one line, `count` cells `stride` apart, by the shortest that may also go along the line.
void pass(Way* line, std::int64_t count, std::int64_t stride, std::uint64_t step_squared, const Buffer<Way>& before) {
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

template <class T>
void write_lengths(const Buffer<Way>& ways, double unit, const Image& out) {
  const std::int64_t length = row_length(out.shape());
  for (std::int64_t i = 0; i < ways.count(); ++i)
    reinterpret_cast<T*>(row(out, i / length))[i % length] =
        ways[i].goal < 0 ? no_length<T>() : length_of<T>(ways[i].squared, unit);
}

void write_goals(const Buffer<Way>& ways, const Image& out) {
  const std::int64_t length = row_length(out.shape());
  for (std::int64_t i = 0; i < ways.count(); ++i)
    reinterpret_cast<std::int64_t*>(row(out, i / length))[i % length] = ways[i].goal;
}

Buffer<Way> ways_of(const Execution& on, const LinesSpec& spec, const ConstImage& image) {
  const Shape& shape = image.shape();
  Buffer<Way> ways =
      with_type(image.dtype(), [&]<class T>(std::type_identity<T>) { return ways_at_start<T>(image, spec.goal); });
  std::int64_t stride = ways.count();
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::int64_t count = shape[axis];
    const Buffer<Way> before(count);
    stride /= count;
    for (std::int64_t first = 0; first < ways.count(); ++first) {
      if (first / stride % count != 0) continue;  // not the beginning of a line
      if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "lines: stopped");
      const auto step_squared = static_cast<std::uint64_t>(spec.step_squared[static_cast<std::size_t>(axis)]);
      pass(ways.data() + first, count, stride, step_squared, before);
    }
  }
  return ways;
}

}  // namespace

void lines(const Execution& on, const LinesSpec& spec, const ConstImage& image, const Image& lengths,
           const Image& nearest) {
  if (image.shape().count() == 0) return;
  const Buffer<Way> ways = ways_of(on, spec, image);
  with_type(lengths.dtype(), [&]<class T>(std::type_identity<T>) { write_lengths<T>(ways, spec.unit, lengths); });
  if (nearest.rank() > 0) write_goals(ways, nearest);
}

}  // namespace preamar::reference
