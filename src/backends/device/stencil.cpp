#include "primitives/stencil.h"

#include "backends/device/backend.h"
#include "backends/device/coding.h"
#include "backends/device/device_call.h"
#include "backends/device/extents.h"
#include "backends/device/launch_parts.h"
#include "backends/device/pixel_type.h"

#include <vector>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr int stencil_group = 64;

// One pass of a box along an axis: the distance of its pixels in memory, and the step of the comparison.
struct Pass {
  std::int64_t stride, extent, step;
};

// With each pass the radius r covered so far grows to at most 3 r + 1, until it is the requested one.
std::vector<Pass> passes_of(const Shape& shape, std::int64_t radius) {
  std::vector<Pass> passes;
  std::int64_t stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    const std::int64_t most = std::min(radius, shape[axis] - 1);
    for (std::int64_t seen = 0; seen < most;) {
      const std::int64_t step = std::min(2 * seen + 1, most - seen);
      passes.push_back({stride, shape[axis], step});
      seen += step;
    }
    stride *= shape[axis];
  }
  return passes;
}

class Stencil {
 public:
  Stencil(const DeviceCall& call, const StencilSpec& spec, ConstImageView image, Memory out)
      : call_(call),
        spec_(spec),
        shape_(image.shape()),
        bytes_(image.shape().count() * size_of(image.dtype())),
        from_(call, image),
        to_(out),
        coding_(image.dtype(), spec.order) {}

  // Runs the passes in turn, each on the result of the one before; the last writes the result.
  void box() const {
    const std::vector<Pass> passes = passes_of(shape_, spec_.radius);
    if (passes.empty()) return around();
    const Scratch other = passes.size() > 1 ? call_.scratch(bytes_) : Scratch();
    Memory from = from_.memory();
    for (std::size_t left = passes.size(); left > 0; --left) {
      const auto& [stride, extent, step] = passes[passes.size() - left];
      const Memory to = left % 2 == 1 ? to_ : other.memory();
      launch("stencil_along", from, to, count(), stride, extent, step);
      from = to;
    }
    if (spec_.value == StencilValue::slope) launch("stencil_slope", from_.memory(), to_, to_, count());
  }

  void around() const {
    const Reach reach = reach_of(spec_, shape_);
    const auto extent = extents_of(shape_);
    std::int64_t looked_at = 1;
    for (const std::int64_t along : extent) looked_at *= std::min(2 * reach.steps + 1, along);
    const std::uint32_t is_slope = spec_.value == StencilValue::slope ? 1 : 0;
    for_each_part(call_, count(), looked_at, [&](std::int64_t first, std::int64_t end) {
      launch("stencil_around", from_.memory(), to_, first, end, extent[0], extent[1], extent[2], reach.steps,
             reach.squared, is_slope);
    });
  }

 private:
  [[nodiscard]] std::int64_t count() const { return shape_.count(); }
  template <class... Arguments>
  void launch(std::string_view name, const Arguments&... arguments) const {
    call_.launch({"stencil", "all", name}, call_.groups_for(count(), stencil_group), stencil_group, arguments...,
                 coding_.flip, coding_.is_floating, coding_.size);
  }

  const DeviceCall& call_;
  const StencilSpec& spec_;
  Shape shape_;
  std::int64_t bytes_;
  Input from_;
  Memory to_;
  Coding coding_;
};

}  // namespace

void stencil(const Execution& on, const StencilSpec& spec, ConstImageView image, ImageView out) {
  const DeviceCall call(on);
  (void)variant_of(on, "stencil", image.dtype());
  if (image.shape().count() == 0) return;
  const Output result(call, out);
  const Stencil work(call, spec, image, result.memory());
  if (spec.footprint == Footprint::box)
    work.box();
  else
    work.around();
  result.finish();
}

}  // namespace preamar::device
