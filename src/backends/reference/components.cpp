#include "primitives/components.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "primitives/neighbours.h"

#include <array>
#include <limits>
#include <vector>

namespace preamar::reference {
using namespace primitives;
namespace {

using CellPlace = std::array<std::int64_t, 3>;

template <class T>
bool takes_part(const ComponentsSpec& spec, T value) {
  return (value != static_cast<T>(spec.background)) == (spec.joined != Joined::background);
}

// Visits cells in raster order; at each cell without a number, fills its component with the next number.
template <class T, class Label>
std::int64_t number(const ComponentsSpec& spec, ConstImageView image, ImageView labels) {
  const Cells<T> cells(image);
  const Cells<Label> numbers(labels);
  const std::vector<Step> steps = neighbour_steps(image.rank(), spec.connectivity);
  cells.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) { numbers.at(z, y, x) = 0; });
  std::int64_t count = 0;
  cells.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    if (!takes_part(spec, cells.at(z, y, x)) || numbers.at(z, y, x) != 0) return;
    if (static_cast<std::uint64_t>(++count) > std::numeric_limits<Label>::max())
      throw Error(ErrorKind::resource,
                  text("label: ", count, " objects or more do not fit; give ", setting("dtype", "uint64")));
    numbers.at(z, y, x) = static_cast<Label>(count);
    std::vector<CellPlace> open{{z, y, x}};
    while (!open.empty()) {
      const auto [pz, py, px] = open.back();
      open.pop_back();
      for (const auto& [dz, dy, dx] : steps) {
        const CellPlace q{pz + dz, py + dy, px + dx};
        if (!cells.inside(q[0], q[1], q[2]) || numbers.at(q[0], q[1], q[2]) != 0) continue;
        const T value = cells.at(q[0], q[1], q[2]);
        if (!takes_part(spec, value) || (spec.joined == Joined::equal && value != cells.at(pz, py, px))) continue;
        numbers.at(q[0], q[1], q[2]) = static_cast<Label>(count);
        open.push_back(q);
      }
    }
  });
  return count;
}

bool has(const ComponentFilterSpec& spec, std::int64_t size, std::int64_t on_edge, std::int64_t marked) {
  switch (spec.trait) {
    case Trait::size:
      return size >= spec.least;
    case Trait::inland:
      return on_edge == 0;
    case Trait::edge:
      return on_edge > 0;
    case Trait::marked:
      break;
  }
  return marked > 0;
}

template <class T>
void sift(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
          const std::optional<ConstImageView>& marks, ImageView out) {
  Image labels(DType::uint64, image.shape());
  const std::int64_t count = reference::label(on, spec.components, image, labels);
  std::vector<std::int64_t> size(static_cast<std::size_t>(count + 1)), on_edge(size), marked(size);
  const Cells<T> from(image), to(out);
  const Cells<std::uint64_t> numbers(labels);
  from.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    const std::uint64_t n = numbers.at(z, y, x);
    ++size[n];
    on_edge[n] += y == 0 || x == 0 || y == from.rows - 1 || x == from.columns - 1 ||
                  (from.rank == 3 && (z == 0 || z == from.planes - 1));
    if (spec.trait == Trait::marked) marked[n] += Cells<std::uint8_t>(*marks).at(z, y, x) != 0;
  });
  const T opposite = spec.components.joined == Joined::background ? 1 : 0;
  from.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    const std::uint64_t n = numbers.at(z, y, x);
    const bool stays = n == 0 || has(spec, size[n], on_edge[n], marked[n]);
    to.at(z, y, x) = stays ? from.at(z, y, x) : opposite;
  });
}

}  // namespace

std::int64_t label(const Execution&, const ComponentsSpec& spec, ConstImageView image, ImageView labels) {
  if (image.shape().count() == 0) return 0;
  return with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    return labels.dtype() == DType::uint32 ? number<T, std::uint32_t>(spec, image, labels)
                                           : number<T, std::uint64_t>(spec, image, labels);
  });
}

void filter_components(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                       const std::optional<ConstImageView>& marks, ImageView out) {
  if (image.shape().count() == 0) return;
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) { sift<T>(on, spec, image, marks, out); });
}

}  // namespace preamar::reference
