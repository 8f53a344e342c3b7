#include "primitives/propagate.h"

#include "backends/device/backend.h"
#include "backends/device/coding.h"
#include "backends/device/device_call.h"
#include "backends/device/refusal.h"
#include "backends/device/wavefront.h"
#include "core/checked.h"
#include "core/error_text.h"

#include <limits>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr std::int64_t word = sizeof(std::uint32_t);

void flood(const DeviceCall& call, const PropagateSpec& spec, ConstImageView seed_image, ConstImageView limit_image,
           ImageView state_image) {
  const DType dtype = limit_image.dtype();
  if (size_of(dtype) > word) refuse(call.on(), "propagate", dtype);
  const Input seed(call, seed_image), limit(call, limit_image);
  const Output state(call, state_image);
  const WavefrontRule rule{.connectivity = spec.connectivity, .coding = Coding(dtype, spec.order)};
  run_wavefront(call, rule, limit_image.shape(), seed.memory(), limit.memory(), state.memory());
  state.finish();
}

// 0 where a pixel of `image` is non-zero, otherwise the maximum: the best and the worst value of a falling order.
void begin_walk(const DeviceCall& call, ConstImageView image, Memory out) {
  constexpr int group = 64;
  if (size_of(image.dtype()) > word) refuse(call.on(), "propagate", image.dtype());
  const Input pixels(call, image);
  const std::int64_t count = image.shape().count(), size = size_of(image.dtype());
  const std::uint32_t all = std::numeric_limits<std::uint32_t>::max();
  const std::uint32_t value = is_floating(image.dtype()) ? all >> 1 : all;
  call.launch({"geodesic", text(size), "geodesic_begin"}, call.groups_for(count, group), group, pixels.memory(), out,
              count, value);
}

// A geodesic distance is a flood of falling order with a cost per step. Its limit is 0 except at walls.
void geodesic(const DeviceCall& call, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
              ImageView state_image) {
  if (state_image.dtype() != DType::uint32) refuse(call.on(), "propagate", state_image.dtype());
  const Output state(call, state_image);
  const Scratch walls = call.scratch(checked_product(limit.shape().count(), word, "the walls of an image"));
  begin_walk(call, limit, walls.memory());
  begin_walk(call, seed, state.memory());
  WavefrontRule rule{.connectivity = spec.connectivity, .coding = Coding(DType::uint32, Order::falling)};
  for (std::size_t i = 0; i < spec.costs.size(); ++i) rule.costs[i] = static_cast<std::uint32_t>(spec.costs[i]);
  run_wavefront(call, rule, limit.shape(), state.memory(), walls.memory(), state.memory());
  state.finish();
}

}  // namespace

void propagate(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
               ImageView state) {
  const DeviceCall call(on);
  if (limit.shape().count() == 0) return;
  if (spec.starts_at_state) refuse(on, "propagate from path lengths");
  if (spec.rule == Rule::geodesic)
    geodesic(call, spec, seed, limit, state);
  else
    flood(call, spec, seed, limit, state);
}

}  // namespace preamar::device
