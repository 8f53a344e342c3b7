#include "opencl_device.h"

#include <stdexcept>

#include "extremes_opencl.h"

namespace extremes_converted::opencl {
namespace {

const char* const text =
#include "extremes_cl.h"
    ;

// Built at the first use.
const Program& kernels() {
  static const Program& program = *new Program(text, "");
  return program;
}

}  // namespace

T Menor::process(const uint8_t* image, std::int64_t height, std::int64_t width,
                 const Layout& layout) const {
  const std::int64_t count = height * width;
  if (count == 0) throw std::invalid_argument("menor: an image without pixels has no result");
  constexpr std::int64_t group_items = 256, most_groups = 256;
  const std::int64_t needed = (count + group_items - 1) / group_items;
  const std::int64_t group_count = needed < most_groups ? needed : most_groups;
  const Buffer in(image, {height, width, layout.image_stride}, sizeof(uint8_t));
  const Buffer groups(group_count * sizeof(T)), joined(sizeof(T));
  const Kernel reduce(kernels(), "menor_reduce"), join(kernels(), "menor_reduce_join");
  reduce.set(in, groups, height, width);
  reduce.run({group_count * group_items, 1}, {group_items, 1});
  join.set(groups, joined, group_count);
  join.run({group_items, 1}, {group_items, 1});
  T result;
  joined.read(&result);
  return result;
}

T Maior::process(const uint8_t* image, std::int64_t height, std::int64_t width,
                 const Layout& layout) const {
  const std::int64_t count = height * width;
  if (count == 0) throw std::invalid_argument("maior: an image without pixels has no result");
  constexpr std::int64_t group_items = 256, most_groups = 256;
  const std::int64_t needed = (count + group_items - 1) / group_items;
  const std::int64_t group_count = needed < most_groups ? needed : most_groups;
  const Buffer in(image, {height, width, layout.image_stride}, sizeof(uint8_t));
  const Buffer groups(group_count * sizeof(T)), joined(sizeof(T));
  const Kernel reduce(kernels(), "maior_reduce"), join(kernels(), "maior_reduce_join");
  reduce.set(in, groups, height, width);
  reduce.run({group_count * group_items, 1}, {group_items, 1});
  join.set(groups, joined, group_count);
  join.run({group_items, 1}, {group_items, 1});
  T result;
  joined.read(&result);
  return result;
}

}  // namespace extremes_converted::opencl
