#include "primitives/rules/geodesic.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "backends/reference/geodesic.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/neighbours.h"

#include <cstdlib>

namespace preamar::reference {
using namespace primitives;
namespace {

template <class M>
bool is_set(ConstImageView image, std::int64_t z, std::int64_t y, std::int64_t x) {
  return Cells<M>(image).at(z, y, x) != M{0};
}

bool is_set(ConstImageView image, std::int64_t z, std::int64_t y, std::int64_t x) {
  return with_type(image.dtype(), [&]<class M>(std::type_identity<M>) { return is_set<M>(image, z, y, x); });
}

template <class T>
void geodesic_as(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
                 ImageView state_image) {
  const Cells<T> state(state_image);
  state.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    T& cell = state.at(z, y, x);
    if (!spec.starts_at_state || !is_set(limit, z, y, x)) cell = Geodesic<T>::nowhere;
    if (is_set(seed, z, y, x) && is_set(limit, z, y, x)) cell = T{0};
  });
  const std::vector<Step> steps = neighbour_steps(limit.rank(), spec.connectivity);
  for (bool changed = true; changed;) {
    changed = false;
    if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "propagate: stopped");
    state.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
      if (!is_set(limit, z, y, x)) return;
      for (const auto& [dz, dy, dx] : steps) {
        if (!state.inside(z + dz, y + dy, x + dx)) continue;
        const int axes = std::abs(dz) + std::abs(dy) + std::abs(dx);
        const T cost = static_cast<T>(spec.costs[static_cast<std::size_t>(axes - 1)]);
        const T offer = Geodesic<T>::offer(state.at(z + dz, y + dy, x + dx), cost);
        if (offer >= state.at(z, y, x)) continue;
        state.at(z, y, x) = offer;
        changed = true;
      }
    });
  }
}

}  // namespace

void geodesic(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
              ImageView state) {
  if (state.dtype() == DType::uint32)
    geodesic_as<std::uint32_t>(on, spec, seed, limit, state);
  else
    geodesic_as<std::uint64_t>(on, spec, seed, limit, state);
}

}  // namespace preamar::reference
