// The watershed over blocks, by contracted forests. The summary of a region is the forest in which its border cells and
// the markers are roots: see primitives/watershed_block.h. A merge joins the forests of two regions with the edges over
// the seam. Cells that leave the border keep the name of their root. On the way down every border cell gets the label
// of its root, and a block is labelled from its border and its markers.
//
// Steps inside plateaus that are capped are exact from the halo. Otherwise blocks first exchange the steps of their
// border cells until none changes; the summary of a block is that of its last visit.
#include "blocks/families/families.h"
#include "blocks/families/watershed/forest_records.h"
#include "blocks/families/watershed/merge.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

// The places of edges are 64-bit numbers, with 4 bits for the step.
void require_places(const Operation& operation) {
  constexpr std::int64_t most = std::int64_t{1} << 59;
  if (operation.image.count() > most)
    throw Error(ErrorKind::resource, text(operation.op->name, ": image is ", operation.image.text(),
                                          "; in blocks it has at most ", most, " pixels; divide it"));
}

WatershedBlock block_of(const BlockView& view) {
  return {.block = view.block,
          .box = view.box,
          .image = view.image,
          .values = view.inputs[0],
          .mask = view.inputs.size() > 2 ? std::optional(view.inputs[2]) : std::nullopt,
          .markers = view.inputs[1],
          .around = view.around};
}

Bytes summary_of(const Operation& operation, const WatershedForest& forest) {
  const DType dtype = operation.inputs[0].dtype;
  return with_rank_type(operation, [&]<class R>(std::type_identity<R>) {
    RegionForest<R> region{.ranks = {}, .roots = forest.roots, .labels = forest.labels, .edges = {}};
    region.ranks.reserve(forest.ranks.size());
    for (std::size_t n = 0; n < forest.ranks.size(); ++n)
      region.ranks.push_back(forest.roots[n] == no_name ? R{} : stored_rank<R>(forest.ranks[n], dtype));
    region.edges.reserve(forest.edges.size());
    for (const ForestEdge& edge : forest.edges)
      region.edges.push_back(
          {stored_rank<R>(edge.later, dtype), stored_rank<R>(edge.earlier, dtype), edge.place, edge.a, edge.b});
    return region.bytes();
  });
}

WatershedForest forest_of(const Operation& operation, const BlockView& view) {
  require_places(operation);
  watershed_form(operation).check(view);
  return watershed_forest(view.on, watershed_spec(operation), block_of(view));
}

Bytes local(const Operation& operation, const BlockView& view) {
  return summary_of(operation, forest_of(operation, view));
}

// The values that blocks exchange are the steps inside plateaus.
SeamValues relax(const Operation& operation, const BlockView& view) {
  WatershedForest forest = forest_of(operation, view);
  SeamValues values{.border = {}, .around = std::move(forest.around), .summary = {}};
  values.border.reserve(forest.ranks.size());
  for (std::size_t n = 0; n < forest.ranks.size(); ++n)
    values.border.push_back(forest.roots[n] == no_name ? no_steps : forest.ranks[n].steps);
  values.summary = summary_of(operation, forest);
  return values;
}

// The image has neither border nor ring.
Bytes finish_root(const Operation&, const Bytes&) { return BorderLabels().bytes(); }

void finish(const Operation& operation, const BlockView& view, const Bytes& border_result,
            std::span<const ImageView> outs) {
  const WatershedSpec spec = watershed_spec(operation);
  const WatershedBlock block = block_of(view);
  BorderLabels labels;
  {
    const BorderLabelsView known(border_result, block.border().count(), spec.line ? block.ring().count() : 0);
    for (std::size_t n = 0; n < known.border.size(); ++n) labels.border.push_back(known.border[n]);
    for (std::size_t n = 0; n < known.ring.size(); ++n) labels.ring.push_back(known.ring[n]);
  }
  watershed_block(view.on, spec, block, {labels.border, labels.ring}, outs[0]);
}

constexpr TreeSteps tree_steps = {
    .merge = merge_forests, .finish_root = finish_root, .split = split_labels, .merge_bytes = merge_forests_bytes};
constexpr Pixels watershed_pixels = {.finish = finish, .on_devices = false};
constexpr StepCost watershed_cost = {.summary = 80, .pixels = 80};

constexpr Algorithm capped_watershed = TreeKind{
    .local = local,
    .local_on_devices = false,
    .steps = tree_steps,
    .pixels = watershed_pixels,
    .cost = watershed_cost,
};

constexpr Algorithm relaxed_watershed = RelaxationKind{
    .relax = relax,
    .relax_on_devices = false,
    .starts_around = false,
    .pixels = watershed_pixels,
    .cost = watershed_cost,
    .then = tree_steps,
};

}  // namespace

const Algorithm& algorithm_of(const WatershedForm& form) {
  return form.exchanges_steps ? relaxed_watershed : capped_watershed;
}

}  // namespace preamar::blocks
