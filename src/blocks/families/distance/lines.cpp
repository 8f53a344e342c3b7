// The nearest goal of each cell on its line along the first axis, in blocks of any shape.
#include "blocks/families/distance/line_ends.h"
#include "blocks/families/families.h"
#include "core/dispatch.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

DistanceTransformSpec lines_spec(const Operation& operation) {
  return std::get<DistanceLinesForm>(operation.form->kind).spec(operation.inputs, operation.options);
}

Bytes summarise_lines(const Operation& operation, const BlockView& view) {
  return line_ends_of(operation, view, lines_spec(operation));
}

// The nearer of two goals; of equal ones, the first.
std::uint32_t nearer(std::uint32_t at, std::uint32_t low, std::uint32_t high) {
  if (low == no_goal || high == no_goal) return std::min(low, high);
  return at - low <= high - at ? low : high;
}

template <class T>
void find_nearest(ConstImageView pixels, Goal goal, std::uint32_t first, const LineEnds& around, ImageView out) {
  const std::int64_t lines = std::ssize(around.low), planes = pixels.shape()[0];
  const T* const from = static_cast<const T*>(pixels.data());
  auto* const nearest = static_cast<std::uint32_t*>(out.data());
  std::vector<std::uint32_t> known(around.low.begin(), around.low.end());
  for (std::int64_t z = 0; z < planes; ++z)
    for (std::int64_t i = 0; i < lines; ++i) {
      auto& last = known[static_cast<std::size_t>(i)];
      if ((from[z * lines + i] == T{0}) == (goal == Goal::zero)) last = first + static_cast<std::uint32_t>(z);
      nearest[z * lines + i] = last;
    }
  std::ranges::copy(around.high, known.begin());
  for (std::int64_t z = planes; z-- > 0;) {
    const std::uint32_t at = first + static_cast<std::uint32_t>(z);
    for (std::int64_t i = 0; i < lines; ++i) {
      std::uint32_t& here = nearest[z * lines + i];
      auto& next = known[static_cast<std::size_t>(i)];
      if (here == at) next = at;
      here = nearer(at, here, next);
    }
  }
}

void finish_lines(const Operation& operation, const BlockView& view, const Bytes& border_result,
                  std::span<const ImageView> outs) {
  const LineEnds around = line_ends_in(operation, view.block, border_result);
  with_type(view.inputs[0].dtype(), [&]<class T>(std::type_identity<T>) {
    find_nearest<T>(view.inputs[0], lines_spec(operation).goal, static_cast<std::uint32_t>(view.block.begin(0)), around,
                    outs[0]);
  });
}

constexpr Algorithm lines_algorithm = TreeKind{
    .local = summarise_lines,
    .local_on_devices = false,
    .steps = line_steps,
    .pixels = {.finish = finish_lines, .on_devices = false},
    .cost = {.summary = 10, .pixels = 10},
    .halves_summaries = false,  // along the first axis
};

}  // namespace

const Algorithm& algorithm_of(const DistanceLinesForm&) { return lines_algorithm; }

}  // namespace preamar::blocks
