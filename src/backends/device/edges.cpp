#include "skeletons/edges.h"

#include "backends/device/backend.h"
#include "backends/device/extents.h"
#include "backends/device/pixel_type.h"
#include "backends/device/sums.h"
#include "skeletons/rules/convert.h"
#include "skeletons/rules/edges.h"

#include <utility>

namespace preamar::device {
namespace {

template <class F>
class Edges {
 public:
  Edges(const Session& session, const EdgesSpec& spec, const ConstImage& image)
      : spec_(spec),
        sums_(session, "edges", image.shape()),
        smooth_(sums_.begin(image)),
        measure_(sums_.numbers()),
        levels_(spec, image.rank()) {
    for (int axis = image.rank() - 1; axis >= 0; --axis) {
      sums_.along(axis, along(axis), smooth_.memory(), measure_.memory());
      std::swap(smooth_, measure_);
    }
  }

  void write(Memory kept, Memory sure) const {
    const auto [planes, rows, columns] = extents_of(sums_.shape());
    const std::int32_t rank = sums_.shape().rank();
    const Memory smooth = smooth_.memory(), measure = measure_.memory();
    if (is_gradient()) {
      sums_.launch("edges", "edges_strength", smooth, measure, rank, planes, rows, columns);
      return sums_.launch("edges", "edges_ridges", smooth, measure, kept, sure, rank, levels_.low, levels_.high, planes,
                          rows, columns);
    }
    const F least = squared_slope<F>(2, {});
    sums_.launch("edges", "edges_second", smooth, measure, rank, least, planes, rows, columns);
    sums_.launch("edges", "edges_crossings", smooth, measure, kept, sure, rank, least, levels_.low, levels_.high,
                 planes, rows, columns);
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

  const EdgesSpec& spec_;
  Sums<F> sums_;
  Scratch smooth_, measure_;  // the measure is Sobel's strength, or the second derivative along the slope
  EdgeLevels<F> levels_;
};

}  // namespace

void edges(const Execution& on, const EdgesSpec& spec, const ConstImage& image, const Image& kept, const Image& sure) {
  const Session session(on);
  (void)variant_of(on, "edges", image.dtype());
  if (image.shape().count() == 0) return;
  const Output kept_pixels(session, kept), sure_pixels(session, sure);
  if (working_dtype(image.dtype()) == DType::float32)
    Edges<float>(session, spec, image).write(kept_pixels.memory(), sure_pixels.memory());
  else
    Edges<double>(session, spec, image).write(kept_pixels.memory(), sure_pixels.memory());
  kept_pixels.finish();
  sure_pixels.finish();
}

}  // namespace preamar::device
