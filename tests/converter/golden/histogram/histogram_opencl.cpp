#include "opencl_device.h"

#include "histogram_opencl.h"

namespace histogram_converted::opencl {
namespace {

const char* const text =
#include "histogram_cl.h"
    ;

// Built at the first use.
const Program& kernels() {
  static const Program& program = *new Program(text, "");
  return program;
}
const Program& kernels_with_global_bins() {
  static const Program& program = *new Program(text, "-DGLOBAL_BINS");
  return program;
}

}  // namespace

std::vector<int> R2vProcessor::process(const unsigned char* image, std::int64_t height,
                                       std::int64_t width, int bins, const Layout& layout) const {
  std::vector<int> counts(static_cast<std::size_t>(bins));
  const std::int64_t count = height * width;
  if (count == 0 || bins == 0) return counts;
  constexpr std::int64_t group_items = 128, most_groups = 128;
  const std::int64_t needed = (count + group_items - 1) / group_items;
  const std::int64_t group_count = needed < most_groups ? needed : most_groups;
  const Buffer in(image, {height, width, layout.image_stride}, sizeof(unsigned char));
  const Buffer sums(counts.data(), counts.size() * sizeof(int));
  // As many histograms per group as fit its local memory.
  const std::int64_t size = bins * static_cast<std::int64_t>(sizeof(int));
  const std::int64_t held = Device::get().local_memory() / size;
  const int copies = static_cast<int>(held < 8 ? held : 8);
  const Kernel kernel(copies > 0 ? kernels() : kernels_with_global_bins(),
                      "r2vProcessor_histogram");
  if (copies > 0)
    kernel.set(in, sums, bins, height, width, Local{copies * size}, copies);
  else
    kernel.set(in, sums, bins, height, width);
  kernel.run({group_count * group_items, 1}, {group_items, 1});
  sums.read(counts.data());
  return counts;
}

}  // namespace histogram_converted::opencl
