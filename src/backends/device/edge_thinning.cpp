#include "primitives/edge_thinning.h"

#include "backends/device/backend.h"
#include "backends/device/extents.h"
#include "backends/device/pixel_type.h"
#include "backends/device/sums.h"
#include "primitives/rules/convert.h"
#include "primitives/rules/edge_thinning.h"

#include <utility>

namespace preamar::device {
using namespace primitives;
namespace {

template <class F>
class Edges {
 public:
  Edges(const DeviceCall& call, const EdgeThinningSpec& spec, ConstImageView image)
      : spec_(spec),
        sums_(call, "edge_thinning", image.shape()),
        smooth_(sums_.begin(image)),
        measure_(sums_.numbers()),
        levels_(spec, image.rank()) {
    for (int axis = image.rank() - 1; axis >= 0; --axis) {
      sums_.along(axis, along(axis), smooth_.memory(), measure_.memory());
      std::swap(smooth_, measure_);
    }
  }

  void write(Memory weak, Memory strong) const {
    const auto [planes, rows, columns] = extents_of(sums_.shape());
    const std::int32_t rank = sums_.shape().rank();
    const Memory smooth = smooth_.memory(), measure = measure_.memory();
    if (is_gradient()) {
      sums_.launch("edge_thinning", "edges_strength", smooth, measure, rank, planes, rows, columns);
      return sums_.launch("edge_thinning", "edges_ridges", smooth, measure, weak, strong, rank, levels_.low,
                          levels_.high, planes, rows, columns);
    }
    const F least = squared_slope<F>(2, {});
    sums_.launch("edge_thinning", "edges_second", smooth, measure, rank, least, planes, rows, columns);
    sums_.launch("edge_thinning", "edges_crossings", smooth, measure, weak, strong, rank, least, levels_.low,
                 levels_.high, planes, rows, columns);
  }

 private:
  [[nodiscard]] bool is_gradient() const { return spec_.thinning == Thinning::gradient; }

  [[nodiscard]] typename Sums<F>::Along along(int axis) const {
    if (!is_gradient()) return {.weights = spec_.weights, .border = Border::nearest};
    std::vector<F> factors;
    for (std::int64_t at = 0; at < sums_.shape()[axis]; ++at)
      factors.push_back(inside_factor<F>(spec_.weights, at, sums_.shape()[axis]));
    return {.weights = spec_.weights, .border = Border::constant, .factors = std::move(factors)};
  }

  const EdgeThinningSpec& spec_;
  Sums<F> sums_;
  Scratch smooth_, measure_;  // the measure is Sobel's strength, or the second derivative along the gradient
  EdgeLevels<F> levels_;
};

}  // namespace

void edge_thinning(const Execution& on, const EdgeThinningSpec& spec, ConstImageView image, ImageView weak,
                   ImageView strong) {
  const DeviceCall call(on);
  (void)variant_of(on, "edge_thinning", image.dtype());
  if (image.shape().count() == 0) return;
  const Output kept_pixels(call, weak), sure_pixels(call, strong);
  if (working_dtype(image.dtype()) == DType::float32)
    Edges<float>(call, spec, image).write(kept_pixels.memory(), sure_pixels.memory());
  else
    Edges<double>(call, spec, image).write(kept_pixels.memory(), sure_pixels.memory());
  kept_pixels.finish();
  sure_pixels.finish();
}

}  // namespace preamar::device
