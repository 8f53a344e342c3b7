// Divides an image into parts of rows, for operations on single pixels.
#pragma once

#include "backends/cpu/workers.h"
#include "core/rows.h"

#include <algorithm>
#include <cstdint>

namespace preamar::cpu {

// Calls work(worker, row, column, length) for parts of rows that together cover all pixels. Uses at most `workers`
// workers; each processes one part at a time. If the rows of all images involved are contiguous (`is_dense`), they
// count as one long row, the first.
template <class Work>
void for_worker_strips(const Execution& on, int workers, const Shape& shape, bool is_dense, std::int64_t pixel_bytes,
                       const Work& work) {
  // Large enough to hide the cost of scheduling, small enough to balance the load.
  constexpr std::int64_t strip_bytes = std::int64_t{1} << 18;
  const std::int64_t cells = strip_bytes / pixel_bytes, length = row_length(shape);
  if (shape.count() == 0) return;
  if (is_dense)
    return for_worker_ranges(on, workers, shape.count(), cells, [&](int worker, std::int64_t begin, std::int64_t end) {
      work(worker, 0, begin, end - begin);
    });
  for_worker_ranges(on, workers, row_count(shape), std::max<std::int64_t>(1, cells / length),
                    [&](int worker, std::int64_t begin, std::int64_t end) {
                      for (std::int64_t r = begin; r < end; ++r) work(worker, r, 0, length);
                    });
}

// The same without the worker's index: work(row, column, length).
template <class Work>
void for_strips(const Execution& on, const Shape& shape, bool is_dense, std::int64_t pixel_bytes, const Work& work) {
  for_worker_strips(on, worker_count(on), shape, is_dense, pixel_bytes,
                    [&](int, std::int64_t r, std::int64_t x, std::int64_t length) { work(r, x, length); });
}

}  // namespace preamar::cpu
