#include "primitives/propagate.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "backends/reference/geodesic.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/neighbours.h"
#include "primitives/rules/flood.h"

#include <limits>
#include <vector>

namespace preamar::reference {
using namespace primitives;
namespace {

template <class T>
void flood(const Execution& on, const PropagateSpec& spec, ConstImageView seed_image, ConstImageView limit_image,
           ImageView state_image) {
  const Flood<T> rule{spec.order};
  const Cells<T> seed(seed_image), limit(limit_image), state(state_image);
  const std::int64_t planes = limit.planes, rows = limit.rows, columns = limit.columns;
  const std::vector<Step> steps = neighbour_steps(limit.rank, spec.connectivity);

  for (std::int64_t z = 0; z < planes; ++z)
    for (std::int64_t y = 0; y < rows; ++y)
      for (std::int64_t x = 0; x < columns; ++x) {
        const T top = limit.at(z, y, x), begin = seed.at(z, y, x);
        T& cell = state.at(z, y, x);
        // NaN is a wall in the limit, or a cell without water, which any offer improves.
        const bool dry = is_nan(top) || is_nan(begin);
        cell = dry ? std::numeric_limits<T>::quiet_NaN() : without_negative_zero(rule.start(begin, top));
      }

  for (bool changed = true; changed;) {
    changed = false;
    if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "propagate: stopped");
    for (std::int64_t z = 0; z < planes; ++z)
      for (std::int64_t y = 0; y < rows; ++y)
        for (std::int64_t x = 0; x < columns; ++x)
          for (const auto& [dz, dy, dx] : steps) {
            const std::int64_t nz = z + dz, ny = y + dy, nx = x + dx;
            if (nz < 0 || ny < 0 || nx < 0 || nz >= planes || ny >= rows || nx >= columns) continue;
            const T top = limit.at(z, y, x), from = state.at(nz, ny, nx);
            if (is_nan(top) || is_nan(from)) continue;
            const T offer = without_negative_zero(rule.offer(from, top));
            T& cell = state.at(z, y, x);
            if (!is_nan(cell) && !rule.better(offer, cell)) continue;
            cell = offer;
            changed = true;
          }
  }
}

}  // namespace

void propagate(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
               ImageView state) {
  if (spec.rule == Rule::geodesic) return geodesic(on, spec, seed, limit, state);
  with_type(limit.dtype(), [&]<class T>(std::type_identity<T>) { flood<T>(on, spec, seed, limit, state); });
}

}  // namespace preamar::reference
