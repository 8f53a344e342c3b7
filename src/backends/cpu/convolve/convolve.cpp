#include "backends/cpu/convolve/convolve.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/convolve/block_filter.h"
#include "backends/cpu/workers.h"
#include "core/error_text.h"
#include "core/require.h"
#include "primitives/rules/convert.h"

#include <hwy/cache_control.h>

namespace preamar::cpu {
using namespace primitives;
namespace {

std::int64_t parts_of(std::int64_t length, std::int64_t part) { return (length + part - 1) / part; }

// The number of equal parts of at most `most` cells, each a multiple of a cache line.
std::int64_t even_part(std::int64_t length, std::int64_t most) {
  return std::min(length, parts_of(parts_of(length, parts_of(length, most)), 64) * 64);
}

std::int64_t result_bytes(const ConvolveResults& results) {
  const std::optional<ImageView>& image = results.smooth ? results.smooth : results.magnitude;
  return image ? image->shape().count() * size_of(image->dtype()) : 0;
}

// The height of a block follows from its reach; its width keeps its windows in the L1 and L2 caches. Rows shared by
// blocks are summed twice, so a large reach needs high blocks. Milliseconds for a Gaussian of radius 4 and a Sobel
// magnitude of 7680x4320 uint8 by columns of a block, on two threads of a Xeon (model 143, AVX3), 2026-11-15, medians
// of 21 calls in turn: 512: 23 27; 1024: 20 24; 2048: 24 28; 8192: 22 28.
template <class F>
Block block_size(const ConvolveJob<F>& job, const ConvolveTuning& tuning, int workers) {
  const bool is_volume = job.passes.size() > 2;
  const std::int64_t least_rows = std::max<std::int64_t>(32, 4 * job.passes[1].radius);
  const std::int64_t most_rows = is_volume ? least_rows : std::max<std::int64_t>(least_rows, 256);
  const std::int64_t rows = std::clamp(parts_of(job.image.rows, 2 * std::int64_t{workers}), least_rows, most_rows);
  Block block{0, 0, std::min(rows, job.image.rows), is_volume ? 256 : 1024};
  constexpr std::int64_t near_bytes = 1 << 20;
  while (block.columns > 128 && BlockFilter<F>::bytes(job, block) > near_bytes) block.columns /= 2;
  block.columns = even_part(job.image.columns, block.columns);
  if (tuning.rows > 0) block.rows = std::min(tuning.rows, job.image.rows);
  if (tuning.columns > 0) block.columns = std::min(tuning.columns, job.image.columns);
  return block;
}

template <class F>
void run(const Execution& on, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results,
         const ConvolveTuning& tuning) {
  const Passes<F> passes(spec, image.rank());
  const bool is_slope = !results.smooth;
  const ConvolveJob<F> job{Planes(image),
                           Planes(results.smooth),
                           Planes(results.magnitude),
                           Planes(results.direction),
                           is_slope ? passes.slope() : passes.smooth(),
                           spec.border,
                           filter_rows<F>(),
                           result_bytes(results) > tuning.large};
  const int workers = worker_count(on);
  const Block size = block_size(job, tuning, workers);
  require_memory(on.scratch_memory, workers * BlockFilter<F>::bytes(job, size));
  const std::int64_t across = parts_of(job.image.columns, size.columns), down = parts_of(job.image.rows, size.rows);
  for_told_ranges(on, down * across, 1, [&](std::int64_t i, std::int64_t) {
    Block block = size;
    block.y = i / across * size.rows;
    block.x = i % across * size.columns;
    block.rows = std::min(size.rows, job.image.rows - block.y);
    block.columns = std::min(size.columns, job.image.columns - block.x);
    BlockFilter<F>(job, block).run();
    hwy::FlushStream();  // before another thread reads
  });
  if (on.log)
    on.log(text("convolve: ", workers, " threads, ", instruction_set(), ", blocks of ", size.rows, "x", size.columns,
                ", sums of ", 8 * sizeof(F), " bits"));
}

}  // namespace

void convolve(const Execution& on, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results,
              const ConvolveTuning& tuning) {
  if (image.shape().count() == 0) return;
  if (working_dtype(image.dtype()) == DType::float32) return run<float>(on, spec, image, results, tuning);
  run<double>(on, spec, image, results, tuning);
}

void convolve(const Execution& on, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results) {
  convolve(on, spec, image, results, {});
}

}  // namespace preamar::cpu
