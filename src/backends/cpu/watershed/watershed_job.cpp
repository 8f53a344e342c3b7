#include "backends/cpu/watershed/watershed_job.h"

#include <algorithm>

namespace preamar::cpu {
namespace {

// The cells whose ranks are computed.
Box field_of(const WatershedBlock& of) { return of.around.empty() ? of.box : of.ring().wide(); }

Extent3 extent_of(const Coordinates& at, int rank) {
  const auto first = static_cast<std::size_t>(max_rank - rank);
  return {first == 0 ? at[0] : 0, at[1 - first], at[2 - first]};
}

int tile_side(const WatershedBlock& of, const Tuning& tuning) {
  const bool deep = of.image.rank() == 3 && of.image[0] > 1;
  return tuning.tile ? tuning.tile : deep ? 64 : 256;
}

std::optional<ConstImageView> part_of_field(const std::optional<ConstImageView>& image, const WatershedBlock& of) {
  return image ? std::optional(part(*image, within(field_of(of), of.box))) : std::nullopt;
}

}  // namespace

WatershedJob::WatershedJob(const Execution& execution, const WatershedSpec& watershed, const WatershedBlock& of,
                           ImageView out, const Tuning& tuning)
    : on(execution),
      spec(watershed),
      image(*part_of_field(of.values, of)),
      mask(part_of_field(of.mask, of)),
      markers(*part_of_field(of.markers, of)),
      labels(out),
      block(of.block),
      image_shape(of.image),
      open(edges_of(of.block, of.image).others()),
      whole(cpu::extent_of(of.image)),
      inner(extent_of(within(of.block, field_of(of)).origin, of.block.rank())),
      origin(extent_of(of.block.origin, of.block.rank())),
      layout(cpu::extent_of(image.shape())),
      field(image.shape(), tile_side(of, tuning), tile_side(of, tuning)),
      grid(of.block.shape, tile_side(of, tuning), tile_side(of, tuning)),
      frame(grid, layout.cells.planes > 1, spec.connectivity, 1) {
  std::size_t n = 0;
  if (!of.around.empty())
    for_ring([&](std::int64_t z, std::int64_t y, std::int64_t x) {
      const std::uint64_t steps = of.around[n++];
      if (steps != no_steps) seeds.push_back({field_index(z, y, x), steps});
    });
  std::ranges::sort(seeds, {}, &StepSeed::steps);
}

}  // namespace preamar::cpu
