// Data shared by the parts of the cpu backend's watershed.
#pragma once

#include "backends/cpu/growing_array.h"
#include "backends/cpu/watershed/frame.h"
#include "backends/cpu/watershed/rank.h"
#include "backends/cpu/workers.h"
#include "core/error_text.h"
#include "primitives/watershed.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace preamar::cpu {
using namespace primitives;

struct WatershedJob {
  const Execution& on;
  const WatershedSpec& spec;
  ConstImageView image;
  std::optional<ConstImageView> mask;
  ImageView labels;
  TileGrid grid;
  Frame frame;

  // The cells of a row from `column` on.
  template <class T>
  [[nodiscard]] static T* cells_of(ConstImageView of, std::int64_t image_row, std::int64_t column) {
    return reinterpret_cast<T*>(const_cast<std::byte*>(row(of, image_row))) + column;
  }
  // Calls f(index in the frame, row of the image) for the first cell of each row of a tile.
  template <class F>
  void for_rows(const TileBox& box, F f) const {
    cpu::for_rows(box, 0, 0, [&](std::int64_t z, std::int64_t y) {
      f(frame.index(z, y, 0), (box.origin.planes + z) * grid.cells.rows + box.origin.rows + y);
    });
  }
  // Copies the part of an image-sized array inside a tile's frame.
  template <class K>
  void copy_frame(const TileBox& box, const K* from, K outside, K* to) const {
    fill_frame(grid, box, frame, outside, to, [&](const FrameRow& part, K* at) {
      std::copy_n(from + part.image_row * grid.cells.columns + part.first, part.count, at);
    });
  }
};

// Each worker creates a visitor by make() and calls it with one tile after another.
template <class Make>
void for_tiles(const WatershedJob& job, Make make) {
  std::atomic<std::int64_t> next{0};
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(job.on), job.grid.count()));
  run_workers(workers, [&](int) {
    auto visit = make();
    for (std::int64_t tile = next++; tile < job.grid.count(); tile = next++) {
      if (job.on.stop.stop_requested()) throw Error(ErrorKind::stopped, "watershed: stopped");
      visit(tile);
    }
  });
}

// Writes each cell's rank to `ranks`. Returns false if a plateau needs more steps than ranks.cap, unless the spec caps
// them there.
template <class T, class K>
bool find_ranks(const WatershedJob& job, const Ranks<K>& layout, K* ranks);

}  // namespace preamar::cpu
