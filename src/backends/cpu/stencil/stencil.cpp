#include "backends/cpu/stencil/stencil.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/workers.h"
#include "core/memory.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace preamar::cpu {
namespace {

template <class T>
typename StencilJob<T>::Cells cells_of(ConstImageView image) {
  const int rank = image.rank();
  return {static_cast<const std::byte*>(image.data()), rank == 3 ? image.stride(0) : 0, image.stride(rank - 2)};
}

std::int64_t whole_root(std::int64_t square) {
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root > square) --root;
  while ((root + 1) * (root + 1) <= square) ++root;
  return root;
}

// The rows of a ball, without those that are always outside the image.
std::vector<Chord> chords_of(const Reach& reach, const Box3& image) {
  std::vector<Chord> chords;
  const std::int64_t most_z = std::min(reach.steps, image.planes - 1), most_y = std::min(reach.steps, image.rows - 1);
  for (std::int64_t dz = -most_z; dz <= most_z; ++dz)
    for (std::int64_t dy = -most_y; dy <= most_y; ++dy)
      if (const std::int64_t rest = reach.squared - dz * dz - dy * dy; rest >= 0)
        chords.push_back({dz, dy, std::min({whole_root(rest), reach.steps, image.columns - 1})});
  return chords;
}

// A block's rows and everything it reads around them should stay in the L2 cache, and the surroundings should be few
// compared with its own rows.
template <class T>
Box3 block_of(const StencilJob<T>& job) {
  constexpr std::int64_t bytes = 1 << 19, row_bytes = 2048;
  const Chord& reach = job.reach;
  const std::int64_t columns =
      std::min(job.columns, std::max<std::int64_t>(row_bytes / static_cast<std::int64_t>(sizeof(T)), 2 * reach.half));
  const std::int64_t planes = std::min(job.planes, std::max<std::int64_t>(4, reach.dz));
  const std::int64_t levels = 1 + static_cast<std::int64_t>(std::log2(2 * reach.half + 1));
  const std::int64_t plane_rows =
      bytes / (levels * (columns + 2 * reach.half) * static_cast<std::int64_t>(sizeof(T))) / (planes + 2 * reach.dz);
  const std::int64_t rows = std::min(job.rows, std::max({plane_rows - 2 * reach.dy, reach.dy, std::int64_t{8}}));
  return {0, 0, 0, planes, rows, columns};
}

template <class T>
void ball(const Execution& on, StencilJob<T>& job, const Reach& reach) {
  const std::vector<Chord> chords = chords_of(reach, {0, 0, 0, job.planes, job.rows, job.columns});
  job.chords = chords;
  for (const Chord& chord : chords)
    job.reach = {std::max(job.reach.dz, chord.dz), std::max(job.reach.dy, chord.dy),
                 std::max(job.reach.half, chord.half)};
  const StencilFunctions<T> functions = stencil_functions<T>();
  const Box3 size = block_of(job);
  const auto over = [](std::int64_t n, std::int64_t by) { return (n + by - 1) / by; };
  const std::int64_t across = over(job.columns, size.columns), down = over(job.rows, size.rows);
  for_ranges(on, over(job.planes, size.planes) * down * across, 1, [&](std::int64_t i, std::int64_t) {
    Box3 block = size;
    block.z = i / (down * across) * size.planes;
    block.y = i / across % down * size.rows;
    block.x = i % across * size.columns;
    block.planes = std::min(size.planes, job.planes - block.z);
    block.rows = std::min(size.rows, job.rows - block.y);
    block.columns = std::min(size.columns, job.columns - block.x);
    const Buffer<T> scratch(functions.ball_scratch(job, block));
    functions.ball(job, block, scratch.data());
  });
}

// A box is a line along each axis in turn. Lines along columns or planes are processed several at a time.
template <class T>
class BoxLines {
 public:
  BoxLines(const Execution& on, const StencilJob<T>& job, std::int64_t radius) : on_(on), job_(job), radius_(radius) {}

  void run() const {
    along_rows();
    if (job_.rows > 1) in_strips(job_.planes, job_.out.plane_stride, job_.rows, job_.out.row_stride);
    if (job_.planes > 1) in_strips(job_.rows, job_.out.row_stride, job_.planes, job_.out.plane_stride);
  }

 private:
  void along_rows() const {
    const std::int64_t reach = std::min(radius_, job_.columns - 1);
    const std::int64_t grain = std::max<std::int64_t>(1, (1 << 16) / job_.columns);
    for_ranges(on_, job_.planes * job_.rows, grain, [&](std::int64_t begin, std::int64_t end) {
      const Buffer<T> scratch(functions_.line_scratch(job_.columns, 1, reach));
      for (std::int64_t r = begin; r < end; ++r) {
        const std::int64_t z = r / job_.rows, y = r % job_.rows;
        functions_.line(job_.keys, job_.image.row(z, y), job_.out.row(z, y), job_.columns, sizeof(T), 1, reach,
                        scratch.data());
      }
    });
  }

  // `sheets` of lines, `sheet_stride` bytes apart, each in strips of a few columns.
  void in_strips(std::int64_t sheets, std::int64_t sheet_stride, std::int64_t length, std::int64_t stride) const {
    constexpr std::int64_t width = 256 / sizeof(T);
    const std::int64_t strips = (job_.columns + width - 1) / width, reach = std::min(radius_, length - 1);
    for_ranges(on_, sheets * strips, 1, [&](std::int64_t i, std::int64_t) {
      const std::int64_t x = i % strips * width;
      auto* const sheet = const_cast<std::byte*>(job_.out.data) + i / strips * sheet_stride;
      T* const first = reinterpret_cast<T*>(sheet) + x;
      const Buffer<T> scratch(functions_.line_scratch(length, width, reach));
      functions_.line(job_.keys, first, first, length, stride, std::min(width, job_.columns - x), reach,
                      scratch.data());
    });
  }

  const Execution& on_;
  const StencilJob<T>& job_;
  std::int64_t radius_;
  StencilFunctions<T> functions_ = stencil_functions<T>();
};

template <class T>
void stencil(const Execution& on, const StencilSpec& spec, ConstImageView image, ImageView out) {
  const Shape& shape = image.shape();
  const int rank = shape.rank();
  StencilJob<T> job{cells_of<T>(image), cells_of<T>(out), rank == 3 ? shape[0] : 1,
                    shape[rank - 2],    shape[rank - 1],  Keys<T>(image.dtype(), spec.order),
                    spec.value};
  const Reach reach = reach_of(spec, shape);
  if (spec.footprint == Footprint::box && spec.value == StencilValue::best)
    return BoxLines<T>(on, job, reach.steps).run();
  ball(on, job, reach);
}

}  // namespace

void stencil(const Execution& on, const StencilSpec& spec, ConstImageView image, ImageView out) {
  if (image.shape().count() == 0) return;
  switch (size_of(image.dtype())) {
    case 1:
      return stencil<std::uint8_t>(on, spec, image, out);
    case 2:
      return stencil<std::uint16_t>(on, spec, image, out);
    case 4:
      return stencil<std::uint32_t>(on, spec, image, out);
    default:
      return stencil<std::uint64_t>(on, spec, image, out);
  }
}

}  // namespace preamar::cpu
