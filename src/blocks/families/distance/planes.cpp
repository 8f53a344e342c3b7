// Exact distances of a few whole planes, from the nearest goal of each cell on its line along the first axis.
#include "blocks/families/families.h"
#include "core/memory.h"

namespace preamar::blocks {
namespace {

// The goals beyond the planes are the nearest ones of their first and of their last plane: a goal farther than these is
// the nearest of no plane.
void finish_planes(const Operation& operation, const BlockView& view, const Bytes&, std::span<const ImageView> outs) {
  const Box& planes = view.block;
  const auto lines = static_cast<std::int64_t>(line_count(operation.image));
  const auto* const positions = static_cast<const std::uint32_t*>(view.inputs[0].data());
  Image mask(DType::uint8, planes.shape);
  auto* const is_foreground = static_cast<std::uint8_t*>(mask.data());
  for (std::int64_t z = 0; z < planes.shape[0]; ++z) {
    const auto at = static_cast<std::uint32_t>(planes.begin(0) + z);
    for (std::int64_t i = z * lines; i < (z + 1) * lines; ++i) is_foreground[i] = positions[i] != at;
  }
  const Buffer<std::uint32_t> before(lines), behind(lines);
  const auto first = static_cast<std::uint32_t>(planes.begin(0)), last = static_cast<std::uint32_t>(planes.end(0) - 1);
  const std::uint32_t* const of_last = positions + (planes.shape[0] - 1) * lines;
  for (std::int64_t i = 0; i < lines; ++i) {
    before[i] = positions[i] < first ? positions[i] : no_goal;
    behind[i] = of_last[i] > last ? of_last[i] : no_goal;
  }
  // A goal is where the mask is 0.
  DistanceTransformSpec spec =
      std::get<DistancePlanesForm>(operation.form->kind).spec(operation.inputs, operation.options);
  spec.goal = Goal::zero;
  spec.beyond = GoalsBeyond{{before.data(), static_cast<std::size_t>(lines)},
                            {behind.data(), static_cast<std::size_t>(lines)},
                            planes.begin(0),
                            operation.image};
  DistanceTransformResults results{.lengths = outs[0]};
  if (outs.size() > 1) results.nearest = outs[1];
  distance_transform(view.on, spec, mask, results);
}

constexpr Algorithm planes_algorithm =
    IndependentKind{.pixels = {.finish = finish_planes, .on_devices = false}, .spans_planes = true};

}  // namespace

const Algorithm& algorithm_of(const DistancePlanesForm&) { return planes_algorithm; }

}  // namespace preamar::blocks
