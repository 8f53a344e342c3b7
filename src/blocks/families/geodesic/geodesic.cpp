// Shortest paths over blocks, by a queue of blocks.
//
// A block publishes the path length at each border cell. Paths enter a block from the open cells around it; a length
// there matters to the block only if it shortens the path to an adjacent cell of the block.
#include "blocks/families/families.h"
#include "core/box_border.h"
#include "core/box_ring.h"
#include "core/dispatch.h"
#include "primitives/neighbours.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

namespace preamar::blocks {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

const std::byte* address(ConstImageView image, const Box& box, const Coordinates& cell) {
  const auto* at = static_cast<const std::byte*>(image.data());
  for (int axis = 0; axis < image.rank(); ++axis)
    at += (cell[static_cast<std::size_t>(axis)] - box.begin(axis)) * image.stride(axis);
  return at;
}

// Path lengths of type T in a block.
template <class T>
class Paths {
 public:
  static constexpr T nowhere = std::numeric_limits<T>::max();

  Paths(const PropagateSpec& spec, const BlockView& view, ImageView state)
      : spec_(spec), view_(view), state_(state), ring_(view.block, view.image) {
    for (const auto& [dz, dy, dx] : neighbour_steps(view.image.rank(), spec.connectivity)) {
      const int axes = std::abs(dz) + std::abs(dy) + std::abs(dx);
      const Coordinates step = view.image.rank() == 3 ? Coordinates{dz, dy, dx} : Coordinates{dy, dx, 0};
      steps_.push_back({step, static_cast<T>(spec.costs[static_cast<std::size_t>(axes - 1)])});
    }
    spec_.starts_at_state = true;
  }

  // From the markers in the block and the lengths around it.
  void find() {
    const std::int64_t count = state_.shape().count();
    std::fill_n(static_cast<T*>(state_.data()), count, nowhere);
    if (!view_.around.empty()) {
      std::size_t at = 0;
      ring_.for_each([&](const Coordinates& cell) {
        const std::uint64_t length = view_.around[at++];
        if (length == none || !is_open(cell)) return;
        for_each_inside(cell, [&](const Coordinates&, T& to, T cost) {
          to = static_cast<T>(std::min<std::uint64_t>(to, length + cost));
        });
      });
    }
    propagate(view_.on, spec_, part(view_.inputs[0], view_.inner()), part(view_.inputs[1], view_.inner()), state_);
  }

  [[nodiscard]] SeamValues seam() const {
    SeamValues values;
    const BoxBorder border(view_.block, view_.image);
    values.border.reserve(static_cast<std::size_t>(border.count()));
    border.for_each([&](const Coordinates& cell) { values.border.push_back(length_of(at(cell))); });
    // The maximum of length minus cost over adjacent cells: as a length it changes none of them.
    values.around.reserve(static_cast<std::size_t>(ring_.count()));
    ring_.for_each([&](const Coordinates& cell) {
      std::uint64_t bound = 0;
      if (is_open(cell))
        for_each_inside(cell, [&](const Coordinates& to, T length, T cost) {
          if (length != nowhere)
            bound = std::max<std::uint64_t>(bound, length > cost ? length - cost : T{0});
          else if (is_open(to))
            bound = none;
        });
      values.around.push_back(bound);
    });
    return values;
  }

 private:
  struct Step {
    Coordinates to;
    T cost;
  };

  static std::uint64_t length_of(T value) { return value == nowhere ? none : value; }
  [[nodiscard]] T& at(const Coordinates& cell) const {
    return *reinterpret_cast<T*>(const_cast<std::byte*>(address(state_, view_.block, cell)));
  }
  [[nodiscard]] bool is_open(const Coordinates& cell) const {
    const ConstImageView mask = view_.inputs[1];
    return with_type(mask.dtype(), [&]<class M>(std::type_identity<M>) {
      return *reinterpret_cast<const M*>(address(mask, view_.box, cell)) != M{0};
    });
  }
  // Calls use(cell, value, cost) for the cells of the block that are adjacent to a cell around it.
  template <class Use>
  void for_each_inside(const Coordinates& from, const Use& use) const {
    for (const auto& [step, cost] : steps_) {
      Coordinates to = from;
      bool is_inside = true;
      for (int axis = 0; axis < view_.block.rank(); ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        to[i] += step[i];
        is_inside = is_inside && to[i] >= view_.block.begin(axis) && to[i] < view_.block.end(axis);
      }
      if (is_inside) use(to, at(to), cost);
    }
  }

  PropagateSpec spec_;
  const BlockView& view_;
  ImageView state_;
  BoxRing ring_;
  std::vector<Step> steps_;
};

PropagateSpec spec_of(const Operation& operation) {
  return std::get<GeodesicForm>(operation.form->kind).spec(operation.inputs, operation.options);
}

template <class T>
SeamValues relax_as(const Operation& operation, const BlockView& view) {
  Image state(operation.results[0].dtype, view.block.shape);
  Paths<T> paths(spec_of(operation), view, state);
  paths.find();
  return paths.seam();
}

SeamValues relax(const Operation& operation, const BlockView& view) {
  std::get<GeodesicForm>(operation.form->kind).require(view);
  return operation.results[0].dtype == DType::uint32 ? relax_as<std::uint32_t>(operation, view)
                                                     : relax_as<std::uint64_t>(operation, view);
}

void finish(const Operation& operation, const BlockView& view, const Bytes&, std::span<const ImageView> outs) {
  if (outs[0].dtype() == DType::uint32)
    Paths<std::uint32_t>(spec_of(operation), view, outs[0]).find();
  else
    Paths<std::uint64_t>(spec_of(operation), view, outs[0]).find();
}

constexpr Algorithm geodesic_algorithm = RelaxationKind{
    .relax = relax,
    .relax_on_devices = false,
    .starts_around = true,
    .pixels = {.finish = finish, .on_devices = false},
    .cost = {.summary = 60, .pixels = 60},
};

}  // namespace

const Algorithm& algorithm_of(const GeodesicForm&) { return geodesic_algorithm; }

}  // namespace preamar::blocks
