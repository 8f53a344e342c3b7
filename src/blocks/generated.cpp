// Writes generated images to files, region by region.
#include "blocks/workers/arena.h"
#include "core/box.h"
#include "core/stop_scope.h"
#include "io/open.h"

#include <preamar/blocks.h>
#include <preamar/error.h>
#include <preamar/generate.h>

#include <tbb/parallel_for_each.h>

#include <algorithm>
#include <vector>

namespace preamar {
namespace blocks {
namespace {

constexpr std::int64_t side = 2048;  // of a region, rounded to complete chunks

// Complete chunks; for a format that is written in order, complete rows.
Shape region_shape(const io::Sink& sink) {
  const Shape& image = sink.type().shape;
  const int rank = image.rank();
  std::int64_t extents[max_rank];
  for (int axis = 0; axis < rank; ++axis) {
    const std::int64_t chunk = sink.chunk()[axis];
    extents[axis] = std::min(image[axis], axis < rank - 2 ? chunk : std::max<std::int64_t>(side / chunk, 1) * chunk);
  }
  if (!sink.takes_any_order()) extents[rank - 1] = image[rank - 1];
  return Shape(extents, rank);
}

std::vector<Box> regions_of(const Shape& image, const Shape& step) {
  std::vector<Box> regions;
  Coordinates at{};
  for (bool is_more = true; is_more;) {
    std::int64_t extents[max_rank];
    for (int axis = 0; axis < image.rank(); ++axis) {
      const std::int64_t begin = at[static_cast<std::size_t>(axis)];
      extents[axis] = std::min(step[axis], image[axis] - begin);
    }
    regions.push_back({at, Shape(extents, image.rank())});
    is_more = false;
    for (int axis = image.rank() - 1; axis >= 0 && !is_more; --axis) {
      std::int64_t& place = at[static_cast<std::size_t>(axis)];
      place += step[axis];
      is_more = place < image[axis];
      if (!is_more) place = 0;
    }
  }
  return regions;
}

}  // namespace
}  // namespace blocks

void generate_file(std::string_view name, std::int64_t size, int which, const std::filesystem::path& file,
                   const WriteOptions& options, const Execution& on) {
  const StopScope scope(on.stop);
  const ImageType type = instance_type(name, size, which);
  const auto sink = io::open_sink(file, type, options);
  const std::vector<Box> regions = blocks::regions_of(type.shape, blocks::region_shape(*sink));
  const auto write = [&, stop = current_stop()](const Box& box) {
    const InheritedStop of_worker(stop);
    if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "generate: stopped");
    Image image(type.dtype, box.shape);
    generate_region(name, size, which, {box.origin.data(), static_cast<std::size_t>(type.shape.rank())}, image);
    sink->write(box.origin.data(), image);
  };
  const int threads = on.threads > 0 ? on.threads : tbb::task_arena::automatic;
  if (sink->takes_any_order())
    blocks::in_arena(threads, [&] { tbb::parallel_for_each(regions, write); });
  else
    for (const Box& box : regions) write(box);
  sink->close(on);
}

}  // namespace preamar
