// Shortest paths over blocks, by a queue of blocks.
//
// A block publishes the path length at each border cell. Paths enter a block from the open cells around it; a length
// there matters to the block only if it shortens the path to an adjacent cell of the block.
#include "blocks/families.h"
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

const std::byte* address(ConstImageView image, const Box& box, const Place& cell) {
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

  Paths(const PropagateSpec& spec, const Piece& piece, ImageView state)
      : spec_(spec), piece_(piece), state_(state), ring_(piece.block, piece.image) {
    for (const auto& [dz, dy, dx] : neighbour_steps(piece.image.rank(), spec.connectivity)) {
      const int axes = std::abs(dz) + std::abs(dy) + std::abs(dx);
      const Place step = piece.image.rank() == 3 ? Place{dz, dy, dx} : Place{dy, dx, 0};
      steps_.push_back({step, static_cast<T>(spec.costs[static_cast<std::size_t>(axes - 1)])});
    }
    spec_.starts_at_state = true;
  }

  // From the markers in the block and the lengths around it.
  void find() {
    const std::int64_t count = state_.shape().count();
    std::fill_n(static_cast<T*>(state_.data()), count, nowhere);
    if (!piece_.around.empty()) {
      std::size_t at = 0;
      ring_.for_each([&](const Place& cell) {
        const std::uint64_t length = piece_.around[at++];
        if (length == none || !is_open(cell)) return;
        for_each_inside(cell, [&](const Place&, T& to, T cost) {
          to = static_cast<T>(std::min<std::uint64_t>(to, length + cost));
        });
      });
    }
    propagate(piece_.on, spec_, part(piece_.inputs[0], piece_.inner()), part(piece_.inputs[1], piece_.inner()), state_);
  }

  [[nodiscard]] SeamValues seam() const {
    SeamValues values;
    const BoxBorder border(piece_.block, piece_.image);
    values.border.reserve(static_cast<std::size_t>(border.count()));
    border.for_each([&](const Place& cell) { values.border.push_back(length_of(at(cell))); });
    // The maximum of length minus cost over adjacent cells: as a length it changes none of them.
    values.around.reserve(static_cast<std::size_t>(ring_.count()));
    ring_.for_each([&](const Place& cell) {
      std::uint64_t bound = 0;
      if (is_open(cell))
        for_each_inside(cell, [&](const Place& to, T length, T cost) {
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
    Place to;
    T cost;
  };

  static std::uint64_t length_of(T value) { return value == nowhere ? none : value; }
  [[nodiscard]] T& at(const Place& cell) const {
    return *reinterpret_cast<T*>(const_cast<std::byte*>(address(state_, piece_.block, cell)));
  }
  [[nodiscard]] bool is_open(const Place& cell) const {
    const ConstImageView mask = piece_.inputs[1];
    return with_type(mask.dtype(), [&]<class M>(std::type_identity<M>) {
      return *reinterpret_cast<const M*>(address(mask, piece_.box, cell)) != M{0};
    });
  }
  // Calls use(cell, value, cost) for the cells of the block that are adjacent to a cell around it.
  template <class Use>
  void for_each_inside(const Place& from, const Use& use) const {
    for (const auto& [step, cost] : steps_) {
      Place to = from;
      bool is_inside = true;
      for (int axis = 0; axis < piece_.block.rank(); ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        to[i] += step[i];
        is_inside = is_inside && to[i] >= piece_.block.begin(axis) && to[i] < piece_.block.end(axis);
      }
      if (is_inside) use(to, at(to), cost);
    }
  }

  PropagateSpec spec_;
  const Piece& piece_;
  ImageView state_;
  BoxRing ring_;
  std::vector<Step> steps_;
};

PropagateSpec spec_of(const Task& task) {
  return std::get<GeodesicForm>(task.form->kind).spec(task.inputs, task.options);
}

template <class T>
SeamValues relax_as(const Task& task, const Piece& piece) {
  Image state(task.results[0].dtype, piece.block.shape);
  Paths<T> paths(spec_of(task), piece, state);
  paths.find();
  return paths.seam();
}

SeamValues relax(const Task& task, const Piece& piece) {
  std::get<GeodesicForm>(task.form->kind).require(piece);
  return task.results[0].dtype == DType::uint32 ? relax_as<std::uint32_t>(task, piece)
                                                : relax_as<std::uint64_t>(task, piece);
}

void finish(const Task& task, const Piece& piece, const Bytes&, std::span<const ImageView> outs) {
  if (outs[0].dtype() == DType::uint32)
    Paths<std::uint32_t>(spec_of(task), piece, outs[0]).find();
  else
    Paths<std::uint64_t>(spec_of(task), piece, outs[0]).find();
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
