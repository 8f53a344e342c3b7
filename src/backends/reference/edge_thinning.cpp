#include "primitives/edge_thinning.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "core/border.h"
#include "core/dispatch.h"
#include "primitives/rules/convert.h"
#include "primitives/rules/edge_thinning.h"
#include "primitives/rules/weighted_sum.h"

#include <algorithm>

namespace preamar::reference {
using namespace primitives;
namespace {

template <class F>
class ThinEdges {
 public:
  ThinEdges(const EdgeThinningSpec& spec, ConstImageView image)
      : spec_(spec),
        rank_(image.rank()),
        levels_(spec, rank_),
        smooth_image_(dtype_of<F>(), image.shape()),
        measure_image_(dtype_of<F>(), image.shape()),
        smooth_(smooth_image_),
        measure_(measure_image_),
        slopes_(static_cast<std::size_t>(image.shape().count())) {
    with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
      const Cells<T> from(image);
      from.for_each([&](auto z, auto y, auto x) { smooth_.at(z, y, x) = static_cast<F>(from.at(z, y, x)); });
    });
    for (int axis = 0; axis < rank_; ++axis) smooth_along(axis);
  }

  void write(ImageView weak, ImageView strong) {
    smooth_.for_each([&](auto z, auto y, auto x) { derive(z, y, x); });
    const Cells<std::uint8_t> kept_cells(weak), sure_cells(strong);
    smooth_.for_each([&](auto z, auto y, auto x) {
      const bool is_gradient = spec_.thinning == Thinning::gradient;
      const F strength = is_gradient ? measure_.at(z, y, x) : squared_slope(rank_, slope(z, y, x));
      const auto reaches = [&](F level) {
        return is_gradient ? strength >= level && strength > F{0} : strength > level;
      };
      const bool is_thin = reaches(levels_.low) && (is_gradient ? is_gradient_edge(z, y, x) : is_crossing(z, y, x));
      kept_cells.at(z, y, x) = is_thin;
      sure_cells.at(z, y, x) = is_thin && reaches(levels_.high);
    });
  }

 private:
  // Axis 0 is x.
  void smooth_along(int axis) {
    const std::vector<F> weights(spec_.weights.begin(), spec_.weights.end());
    const int radius = static_cast<int>(weights.size()) - 1;
    const bool is_gradient = spec_.thinning == Thinning::gradient;
    const Border border = is_gradient ? Border::constant : Border::nearest;
    const Image copy_image = copied();
    const Cells<F> from(copy_image);
    const std::int64_t extent = axis == 0 ? from.columns : axis == 1 ? from.rows : from.planes;
    from.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
      const std::int64_t here = axis == 0 ? x : axis == 1 ? y : z;
      const F sum = weighted_sum(weights.data(), radius, Parity::even, [&](int k) {
        const std::int64_t there = border_index(border, here + k, extent);
        if (there == outside) return F{0};
        return from.at(axis == 2 ? there : z, axis == 1 ? there : y, axis == 0 ? there : x);
      });
      smooth_.at(z, y, x) = is_gradient ? sum * inside_factor<F>(spec_.weights, here, extent) : sum;
    });
  }
  [[nodiscard]] Image copied() const {
    Image copy(smooth_image_.type());
    std::copy_n(static_cast<const F*>(smooth_image_.data()), slopes_.size(), static_cast<F*>(copy.data()));
    return copy;
  }

  // The value at an offset from a pixel; outside the image, the nearest pixel's.
  [[nodiscard]] auto around(const Cells<F>& cells, std::int64_t z, std::int64_t y, std::int64_t x) const {
    return [&cells, z, y, x](int dz, int dy, int dx) {
      return cells.at(std::clamp<std::int64_t>(z + dz, 0, cells.planes - 1),
                      std::clamp<std::int64_t>(y + dy, 0, cells.rows - 1),
                      std::clamp<std::int64_t>(x + dx, 0, cells.columns - 1));
    };
  }

  void derive(std::int64_t z, std::int64_t y, std::int64_t x) {
    const auto at = around(smooth_, z, y, x);
    if (spec_.thinning == Thinning::gradient) {
      slope(z, y, x) = sobel_slope<F>(rank_, at);
      measure_.at(z, y, x) = sobel_strength(rank_, slope(z, y, x));
    } else {
      slope(z, y, x) = central_slope<F>(rank_, at);
      measure_.at(z, y, x) = second_derivative(rank_, slope(z, y, x), at);
    }
  }
  Slope<F>& slope(std::int64_t z, std::int64_t y, std::int64_t x) {
    return slopes_[static_cast<std::size_t>((z * smooth_.rows + y) * smooth_.columns + x)];
  }

  bool is_gradient_edge(std::int64_t z, std::int64_t y, std::int64_t x) {
    const bool inside = (rank_ == 2 || smooth_.inside(z - 1, y, x)) && smooth_.inside(z, y - 1, x - 1) &&
                        smooth_.inside(z, y + 1, x + 1) && (rank_ == 2 || smooth_.inside(z + 1, y, x));
    return inside && is_ridge(rank_, slope(z, y, x), around(measure_, z, y, x));
  }
  bool is_crossing(std::int64_t z, std::int64_t y, std::int64_t x) {
    const auto at = around(measure_, z, y, x);
    return passes_zero<F>(rank_, at) && does_not_rise(rank_, slope(z, y, x), at);
  }

  const EdgeThinningSpec& spec_;
  int rank_;
  EdgeLevels<F> levels_;
  Image smooth_image_, measure_image_;
  Cells<F> smooth_, measure_;  // the measure is Sobel's strength, or the second derivative
  std::vector<Slope<F>> slopes_;
};

}  // namespace

void edge_thinning(const Execution&, const EdgeThinningSpec& spec, ConstImageView image, ImageView weak,
                   ImageView strong) {
  if (working_dtype(image.dtype()) == DType::float32)
    ThinEdges<float>(spec, image).write(weak, strong);
  else
    ThinEdges<double>(spec, image).write(weak, strong);
}

}  // namespace preamar::reference
