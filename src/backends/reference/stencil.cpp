#include "primitives/stencil.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "core/dispatch.h"
#include "primitives/rules/flood.h"

#include <algorithm>
#include <limits>

namespace preamar::reference {
using namespace primitives;
namespace {

template <class T>
class Neighbourhood {
 public:
  Neighbourhood(const StencilSpec& spec, ConstImageView image)
      : rule_{spec.order}, reach_(reach_of(spec, image.shape())), cells_(image) {}

  [[nodiscard]] T best(std::int64_t z, std::int64_t y, std::int64_t x) const {
    const std::int64_t r = reach_.steps;
    T found = cells_.at(z, y, x);
    for (std::int64_t dz = std::max(-r, -z); dz <= std::min(r, cells_.planes - 1 - z); ++dz)
      for (std::int64_t dy = std::max(-r, -y); dy <= std::min(r, cells_.rows - 1 - y); ++dy)
        for (std::int64_t dx = std::max(-r, -x); dx <= std::min(r, cells_.columns - 1 - x); ++dx) {
          if (dz * dz + dy * dy + dx * dx > reach_.squared) continue;
          const T offer = cells_.at(z + dz, y + dy, x + dx);
          if (!is_nan(offer) && (is_nan(found) || rule_.better(offer, found))) found = offer;
        }
    return is_nan(found) ? std::numeric_limits<T>::quiet_NaN() : without_negative_zero(found);
  }

 private:
  Flood<T> rule_;
  Reach reach_;
  Cells<T> cells_;
};

template <class T>
T worst(Order order) {
  if (std::is_floating_point_v<T>) return std::numeric_limits<T>::quiet_NaN();
  return order == Order::rising ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
}

template <class T>
void stencil(const StencilSpec& spec, ConstImageView image, ImageView out) {
  const Neighbourhood<T> neighbourhood(spec, image);
  const Cells<T> from(image), to(out);
  for (std::int64_t z = 0; z < from.planes; ++z)
    for (std::int64_t y = 0; y < from.rows; ++y)
      for (std::int64_t x = 0; x < from.columns; ++x) {
        const T best = neighbourhood.best(z, y, x), here = from.at(z, y, x);
        const bool has_better = !is_nan(here) && here != best;
        const T slope = has_better ? without_negative_zero(here) : worst<T>(spec.order);
        to.at(z, y, x) = spec.value == StencilValue::best ? best : slope;
      }
}

}  // namespace

void stencil(const Execution&, const StencilSpec& spec, ConstImageView image, ImageView out) {
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) { stencil<T>(spec, image, out); });
}

}  // namespace preamar::reference
