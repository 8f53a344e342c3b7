#include "primitives/propagate.h"

#include "backends/device/backend.h"
#include "backends/device/coding.h"
#include "backends/device/device_call.h"
#include "backends/device/extents.h"
#include "backends/device/refusal.h"
#include "backends/device/tuning.h"
#include "core/checked.h"
#include "core/error_text.h"

#include <limits>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr std::int64_t word = sizeof(std::uint32_t);

// The layout of an image's tiles, and the variant of the kernels for it.
struct Tiling {
  Tiling(const Shape& shape, const PropagateTuning& tuning)
      : extent(extents_of(shape)),
        side(shape.rank() == 3 ? 8 : tuning.tile),
        lanes(shape.rank() == 3 ? 64 : side),
        variant(shape.rank() == 3 ? std::string("3d_8_sweeps")
                                  : text("2d_", side, tuning.diagonal ? "_diagonal" : "_sweeps")),
        steps(shape.rank() == 3 ? 6 * side : (tuning.diagonal ? 2 : 4) * side),
        strips(shape.rank() == 3 ? 6 * 64 : 4 * side),
        tiles(
            checked_product(checked_product(along(extent[0]), along(extent[1]), "tiles"), along(extent[2]), "tiles")) {}
  [[nodiscard]] std::int64_t along(std::int64_t cells) const { return (cells + side - 1) / side; }

  std::array<std::int64_t, max_rank> extent;
  int side, lanes;
  std::string variant;
  int steps;            // barriers per iteration inside a tile
  std::int64_t strips;  // cells that a tile publishes
  std::int64_t tiles;
};

// The numbers of tiles in the last rounds, as the kernel leaves them, followed by the number of iterations.
struct Control {
  explicit Control(int batch) : ring(static_cast<std::uint32_t>(batch) + 2), words(ring + 1) {}
  [[nodiscard]] std::uint32_t count(std::uint32_t round) const { return words[round % ring]; }
  [[nodiscard]] std::uint32_t iterations() const { return words[ring]; }
  [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(words.size()) * word; }

  std::uint32_t ring;
  std::vector<std::uint32_t> words;
};

// A cell takes its neighbour's key minus the cost of the step.
struct Problem {
  const PropagateSpec& spec;
  Coding coding;
  std::array<std::uint32_t, max_rank> costs{};  // 0 for a flood
};

// Runs rounds until a list is empty. `state` is initialised from the seed and may be the seed.
void run_rounds(const DeviceCall& call, const Problem& problem, const Shape& shape, Memory seed, Memory limit,
                Memory state) {
  PropagateTuning tuning = propagate_tuning(call.info());
  if (call.on().device_tile > 0) tuning.tile = call.on().device_tile;
  const Tiling tiling(shape, tuning);
  const auto [planes, rows, columns] = tiling.extent;
  if (tiling.tiles > std::numeric_limits<std::int32_t>::max())
    refuse(call.on(), text("propagate of ", shape.text(), " (too many tiles)"));
  const Scratch strips =
      call.scratch(checked_product(tiling.tiles, 2 * tiling.strips * problem.coding.size, "the surfaces of tiles"));
  const Scratch lists = call.scratch(tiling.tiles * 2 * word), stamps = call.scratch(tiling.tiles * word);
  Control control(tuning.batch);
  const Scratch counts = call.scratch(control.bytes());

  const std::int64_t groups =
      tuning.groups ? tuning.groups : call.groups_for(tiling.tiles * tiling.lanes, tiling.lanes);
  if (call.on().log)
    call.on().log(text("propagate: ", groups, " groups, ", tiling.tiles, " tiles with a side of ", tiling.side));
  const auto [flip, is_floating, size] = problem.coding;
  call.launch({"flood", tiling.variant, "flood_start"}, groups, tiling.lanes, seed, limit, state, strips.memory(),
              lists.memory(), stamps.memory(), counts.memory(), planes, rows, columns, flip, is_floating, size,
              control.ring);
  Work& work = call.driver().work;
  std::uint32_t round = 0, iterations = 0;
  do {
    call.look_up();
    const std::uint32_t first = round;
    for (; round < first + static_cast<std::uint32_t>(tuning.batch); ++round)
      call.launch({"flood", tiling.variant, "flood_round"}, groups, tiling.lanes, limit, state, strips.memory(),
                  lists.memory(), stamps.memory(), counts.memory(), planes, rows, columns, flip, is_floating, size,
                  std::int32_t{problem.spec.connectivity}, problem.costs[0], problem.costs[1], problem.costs[2], round,
                  control.ring, round % control.ring);
    call.driver().read(control.words.data(), counts.memory(), 0, control.bytes());
    for (std::uint32_t done = first; done < round; ++done) {
      work.rounds += control.count(done) > 0;
      work.visits += control.count(done);
    }
    const std::uint32_t more = control.iterations() - iterations;  // also correct if the counter wraps
    work.iterations += more;
    work.steps += std::int64_t{more} * tiling.steps;
    iterations = control.iterations();
  } while (control.count(round) > 0);
}

void flood(const DeviceCall& call, const PropagateSpec& spec, ConstImageView seed_image, ConstImageView limit_image,
           ImageView state_image) {
  const DType dtype = limit_image.dtype();
  if (size_of(dtype) > word) refuse(call.on(), "propagate", dtype);
  const Input seed(call, seed_image), limit(call, limit_image);
  const Output state(call, state_image);
  const Problem problem{.spec = spec, .coding = Coding(dtype, spec.order)};
  run_rounds(call, problem, limit_image.shape(), seed.memory(), limit.memory(), state.memory());
  state.finish();
}

// 0 where a pixel of `image` is non-zero, otherwise the maximum: the best and the worst value of a falling order.
void begin_walk(const DeviceCall& call, ConstImageView image, Memory out) {
  constexpr int group = 64;
  if (size_of(image.dtype()) > word) refuse(call.on(), "propagate", image.dtype());
  const Input pixels(call, image);
  const std::int64_t count = image.shape().count(), size = size_of(image.dtype());
  const std::uint32_t all = std::numeric_limits<std::uint32_t>::max();
  const std::uint32_t value = is_floating(image.dtype()) ? all >> 1 : all;
  call.launch({"geodesic", text(size), "geodesic_begin"}, call.groups_for(count, group), group, pixels.memory(), out,
              count, value);
}

// A geodesic distance is a flood of falling order with a cost per step. Its limit is 0 except at walls.
void geodesic(const DeviceCall& call, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
              ImageView state_image) {
  if (state_image.dtype() != DType::uint32) refuse(call.on(), "propagate", state_image.dtype());
  const Output state(call, state_image);
  const Scratch walls = call.scratch(checked_product(limit.shape().count(), word, "the walls of an image"));
  begin_walk(call, limit, walls.memory());
  begin_walk(call, seed, state.memory());
  Problem problem{.spec = spec, .coding = Coding(DType::uint32, Order::falling)};
  for (std::size_t i = 0; i < spec.costs.size(); ++i) problem.costs[i] = static_cast<std::uint32_t>(spec.costs[i]);
  run_rounds(call, problem, limit.shape(), state.memory(), walls.memory(), state.memory());
  state.finish();
}

}  // namespace

void propagate(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
               ImageView state) {
  const DeviceCall call(on);
  if (limit.shape().count() == 0) return;
  if (spec.starts_at_state) refuse(on, "propagate from path lengths");
  if (spec.rule == Rule::geodesic)
    geodesic(call, spec, seed, limit, state);
  else
    flood(call, spec, seed, limit, state);
}

}  // namespace preamar::device
