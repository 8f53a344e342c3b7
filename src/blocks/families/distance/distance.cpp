// Exact distances over slabs: each is read twice and written once, and there is no intermediate image.
//
// A slab spans all axes except the first. On the way down it gets, per line along that axis, the nearest goal before it
// and the one behind it. These and the pixels of the slab give the distances along the first axis; the slab holds the
// lines along the other axes whole.
#include "blocks/families/distance/line_ends.h"
#include "blocks/families/families.h"

namespace preamar::blocks {
namespace {

DistanceTransformSpec slab_spec(const Operation& operation) {
  return std::get<DistanceForm>(operation.form->kind).spec(operation.inputs, operation.options);
}

Bytes summarise_slab(const Operation& operation, const BlockView& view) {
  return line_ends_of(operation, view, slab_spec(operation));
}

void finish_slab(const Operation& operation, const BlockView& view, const Bytes& border_result,
                 std::span<const ImageView> outs) {
  const LineEnds around = line_ends_in(operation, view.block, border_result);
  DistanceTransformSpec spec = slab_spec(operation);
  spec.beyond = GoalsBeyond{around.low, around.high, view.block.begin(0), operation.image};
  DistanceTransformResults results{.lengths = outs[0]};
  if (outs.size() > 1) results.nearest = outs[1];
  distance_transform(view.on, spec, view.inputs[0], results);
}

constexpr Algorithm distance_algorithm = SlabsKind{{
    .local = summarise_slab,
    .local_on_devices = false,
    .steps = line_steps,
    .pixels = {.finish = finish_slab, .on_devices = false},
    .cost = {.summary = 10, .pixels = 20},
}};

}  // namespace

const Algorithm& algorithm_of(const DistanceForm&) { return distance_algorithm; }

}  // namespace preamar::blocks
