#include "skeletons/lines.h"

#include "backends/device/backend.h"
#include "backends/device/pixel_type.h"
#include "backends/device/refusal.h"
#include "backends/device/session.h"

#include <string_view>

namespace preamar::device {
namespace {

constexpr int group = 64;

// The image as planes, of which rank 2 has one, and the squares of steps.
struct Grid {
  Grid(const LinesSpec& spec, const Shape& shape) : rank(shape.rank()), cells(shape.count()) {
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

// For each cell its nearest goal, in place of its own.
void go(const Session& session, const Grid& grid, Memory goals) {
  const std::int64_t columns = grid.columns, rows = grid.rows, planes = grid.cells / (rows * columns);
  const auto groups = [&](std::int64_t length) { return session.groups_for(grid.cells / length, group); };
  const std::int64_t scanned = grid.rank == 3 ? planes : rows;
  session.launch({"ways", "all", "scan"}, groups(scanned), group, goals, grid.cells, scanned, grid.cells / scanned);
  session.look_up();
  const Scratch firsts = session.scratch(grid.cells * 4);
  const auto pass = [&](std::int64_t length, std::int64_t stride, std::uint64_t row_step, std::uint64_t step) {
    session.launch({"ways", "all", "envelope"}, groups(length), group, goals, firsts.memory(), grid.cells, length,
                   stride, grid.rows, grid.columns, grid.plane_step, row_step, step);
    session.look_up();
  };
  if (grid.rank == 3) pass(rows, columns, 0, grid.row_step);
  pass(columns, 1, grid.row_step, grid.column_step);
}

void write_lengths(const Session& session, const LinesSpec& spec, const Grid& grid, Memory goals,
                   const Image& lengths) {
  const Output out(session, lengths);
  const auto measure = [&](std::string_view variant, auto... unit) {
    session.launch({"way_lengths", variant, "measure"}, session.groups_for(grid.cells, group), group, goals,
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

void write_nearest(const Session& session, const Grid& grid, Memory goals, const Image& nearest) {
  const Output out(session, nearest);
  session.launch({"ways", "all", "name_goals"}, session.groups_for(grid.cells, group), group, goals, out.memory(),
                 grid.cells);
  out.finish();
}

void carry(const Session& session, const LinesSpec& spec, const Grid& grid, Memory goals, std::string_view variant,
           Memory pixels, const Image& carried) {
  const Output out(session, carried);
  session.launch({"way_ends", variant, "carry"}, session.groups_for(grid.cells, group), group, pixels, goals,
                 out.memory(), grid.cells, grid.rows, grid.columns, grid.plane_step, grid.row_step, grid.column_step,
                 spec.within);
  out.finish();
}

void require_taken(const Session& session, const LinesSpec& spec, const Image& lengths) {
  if (spec.search != Search::exact) refuse(session.on(), "lines by nearest seeds");
  if (lengths.rank() > 0 && is_floating(lengths.dtype()) && !session.info().has_f64)
    refuse(session.on(), text("double precision, which lengths of ", name_of(lengths.dtype()), " need"));
}

}  // namespace

void lines(const Execution& on, const LinesSpec& spec, const ConstImage& image, const LinesResults& results) {
  if (image.shape().count() == 0) return;
  const Session session(on);
  require_taken(session, spec, results.lengths);
  const std::string_view variant = width_variant_of(on, "lines", image);
  const Grid grid(spec, image.shape());
  const Input pixels(session, image);
  const Scratch goals = session.scratch(grid.cells * 4);
  const std::uint32_t mask = is_floating(image.dtype()) ? 0x7FFFFFFFu : 0xFFFFFFFFu;  // -0 is 0
  session.launch({"way_ends", variant, "find_goals"}, session.groups_for(grid.cells, group), group, pixels.memory(),
                 goals.memory(), grid.cells, mask, std::int32_t{spec.goal == Goal::zero});
  go(session, grid, goals.memory());
  if (results.lengths.rank() > 0) write_lengths(session, spec, grid, goals.memory(), results.lengths);
  if (results.nearest.rank() > 0) write_nearest(session, grid, goals.memory(), results.nearest);
  if (results.carried.rank() > 0) carry(session, spec, grid, goals.memory(), variant, pixels.memory(), results.carried);
}

}  // namespace preamar::device
