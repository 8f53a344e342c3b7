#include "primitives/distance_transform.h"

#include "backends/device/backend.h"
#include "backends/device/device_call.h"
#include "backends/device/pixel_type.h"
#include "backends/device/refusal.h"

#include <string_view>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr int way_group = 64;

// The image as planes (one in rank 2), and the squared steps.
struct Grid {
  Grid(const DistanceTransformSpec& spec, const Shape& shape) : rank(shape.rank()), cells(shape.count()) {
    const auto at = [&](int axis) { return static_cast<std::size_t>(axis); };
    rows = static_cast<std::uint32_t>(shape[rank - 2]);
    columns = static_cast<std::uint32_t>(shape[rank - 1]);
    if (rank == 3) plane_step = static_cast<std::uint64_t>(spec.step_squared[0]);
    row_step = static_cast<std::uint64_t>(spec.step_squared[at(rank - 2)]);
    column_step = static_cast<std::uint64_t>(spec.step_squared[at(rank - 1)]);
  }
  int rank;
  std::int64_t cells;
  std::uint32_t rows = 1, columns = 1;
  std::uint64_t plane_step = 0, row_step = 0, column_step = 0;
};

// The nearest goal of each cell, in place.
void go(const DeviceCall& call, const Grid& grid, Memory goals) {
  const std::int64_t columns = grid.columns, rows = grid.rows, planes = grid.cells / (rows * columns);
  const auto groups = [&](std::int64_t length) { return call.groups_for(grid.cells / length, way_group); };
  const std::int64_t scanned = grid.rank == 3 ? planes : rows;
  call.launch({"ways", "all", "scan"}, groups(scanned), way_group, goals, grid.cells, scanned, grid.cells / scanned);
  call.look_up();
  const Scratch firsts = call.scratch(grid.cells * 4);
  const auto pass = [&](std::int64_t length, std::int64_t stride, std::uint64_t row_step, std::uint64_t step) {
    call.launch({"ways", "all", "envelope"}, groups(length), way_group, goals, firsts.memory(), grid.cells, length,
                stride, grid.rows, grid.columns, grid.plane_step, row_step, step);
    call.look_up();
  };
  if (grid.rank == 3) pass(rows, columns, 0, grid.row_step);
  pass(columns, 1, grid.row_step, grid.column_step);
}

void write_lengths(const DeviceCall& call, const DistanceTransformSpec& spec, const Grid& grid, Memory goals,
                   ImageView lengths) {
  const Output out(call, lengths);
  const auto measure = [&](std::string_view variant, auto... unit) {
    call.launch({"way_lengths", variant, "measure"}, call.groups_for(grid.cells, way_group), way_group, goals,
                out.memory(), grid.cells, grid.rows, grid.columns, grid.plane_step, grid.row_step, grid.column_step,
                unit...);
  };
  switch (lengths.dtype()) {
    case DType::uint32:
      measure("u32");
      break;
    case DType::uint64:
      measure("u64");
      break;
    case DType::float32:
      measure("f32", std::int32_t{1}, spec.unit);
      break;
    default:
      measure("f64", std::int32_t{0}, spec.unit * spec.unit);
  }
  out.finish();
}

void write_nearest(const DeviceCall& call, const Grid& grid, Memory goals, ImageView nearest) {
  const Output out(call, nearest);
  call.launch({"ways", "all", "name_goals"}, call.groups_for(grid.cells, way_group), way_group, goals, out.memory(),
              grid.cells);
  out.finish();
}

void carry(const DeviceCall& call, const DistanceTransformSpec& spec, const Grid& grid, Memory goals,
           std::string_view variant, Memory pixels, ImageView carried) {
  const Output out(call, carried);
  call.launch({"way_ends", variant, "carry"}, call.groups_for(grid.cells, way_group), way_group, pixels, goals,
              out.memory(), grid.cells, grid.rows, grid.columns, grid.plane_step, grid.row_step, grid.column_step,
              spec.within);
  out.finish();
}

void require_taken(const DeviceCall& call, const DistanceTransformSpec& spec, const DistanceTransformResults& results) {
  if (spec.search != Search::exact) refuse(call.on(), "distance_transform by nearest seeds");
  if (spec.beyond || results.ends) refuse(call.on(), "distance_transform of part of an image");
  const auto& lengths = results.lengths;
  if (lengths && is_floating(lengths->dtype()) && !call.info().has_f64)
    refuse(call.on(), text("double precision, which lengths of ", name_of(lengths->dtype()), " need"));
}

}  // namespace

void distance_transform(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
                        const DistanceTransformResults& results) {
  if (image.shape().count() == 0) return;
  const DeviceCall call(on);
  require_taken(call, spec, results);
  const std::string_view variant = width_variant_of(on, "distance_transform", image);
  const Grid grid(spec, image.shape());
  const Input pixels(call, image);
  const Scratch goals = call.scratch(grid.cells * 4);
  const std::uint32_t mask = is_floating(image.dtype()) ? 0x7FFFFFFFu : 0xFFFFFFFFu;  // -0 is 0
  call.launch({"way_ends", variant, "find_goals"}, call.groups_for(grid.cells, way_group), way_group, pixels.memory(),
              goals.memory(), grid.cells, mask, std::int32_t{spec.goal == Goal::zero});
  go(call, grid, goals.memory());
  if (results.lengths) write_lengths(call, spec, grid, goals.memory(), *results.lengths);
  if (results.nearest) write_nearest(call, grid, goals.memory(), *results.nearest);
  if (results.carried) carry(call, spec, grid, goals.memory(), variant, pixels.memory(), *results.carried);
}

}  // namespace preamar::device
