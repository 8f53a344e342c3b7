#include "blocks/families/flood/local.h"

#include "blocks/families/flood/flood_keys.h"
#include "blocks/families/flood/records.h"
#include "core/box_border.h"
#include "primitives/boundary_forest.h"
#include "primitives/map.h"
#include "primitives/reduce.h"
#include "primitives/stencil.h"

#include <cstring>
#include <optional>
#include <vector>

namespace preamar::blocks {
using namespace primitives;
namespace {

// The pixel of a block's image at a position of the whole image.
const std::byte* address(ConstImageView image, const Box& block, const Coordinates& cell) {
  const auto* at = static_cast<const std::byte*>(image.data());
  for (int axis = 0; axis < image.rank(); ++axis)
    at += (cell[static_cast<std::size_t>(axis)] - block.begin(axis)) * image.stride(axis);
  return at;
}
template <class T>
T pixel_at(ConstImageView image, const Box& block, const Coordinates& cell) {
  T pixel;
  std::memcpy(&pixel, address(image, block, cell), sizeof pixel);
  return pixel;
}
template <class T>
void put_pixel(ImageView image, const Box& block, const Coordinates& cell, T pixel) {
  std::memcpy(const_cast<std::byte*>(address(image, block, cell)), &pixel, sizeof pixel);
}

// Whether all pixels are the same.
template <class Keyed>
Constant<typename Keyed::Key> constant_in(const BlockView& view, const Keyed& keys, ConstImageView image) {
  if (reduce(view.on, {.summary = Summary::is_constant}, image) == 0) return {};
  return {true, keys.limit(pixel_at<typename Keyed::Pixel>(image, view.block, view.block.origin))};
}

// The marker from which regional_maxima floods: cells with a better neighbour have their own level. Extrema are the
// cells that this flood does not cover.
void begin_water(const BlockView& view, const PropagateSpec& spec, ConstImageView level, ImageView water) {
  stencil(view.on, {StencilValue::slope, spec.order, Footprint::neighbours, spec.connectivity}, level, water);
}

template <class Keyed>
std::vector<typename Keyed::Key> border_limits(const BlockView& view, const Keyed& keys, const BoxBorder& border,
                                               ConstImageView limit) {
  std::vector<typename Keyed::Key> limits;
  limits.reserve(static_cast<std::size_t>(border.count()));
  border.for_each([&](const Coordinates& cell) {
    limits.push_back(keys.limit(pixel_at<typename Keyed::Pixel>(limit, view.block, cell)));
  });
  return limits;
}

// `water` is the flood from begin_water; empty if it covers no cell.
template <class Keyed>
std::vector<typename Keyed::Key> border_levels(const BlockView& view, const Keyed& keys, const BoxBorder& border,
                                               ConstImageView level, const std::optional<Image>& water) {
  using T = typename Keyed::Pixel;
  std::vector<typename Keyed::Key> levels;
  levels.reserve(static_cast<std::size_t>(border.count()));
  border.for_each([&](const Coordinates& cell) {
    const T here = pixel_at<T>(level, view.block, cell);
    const bool is_covered = water && keys.limit(pixel_at<T>(water->view(), view.block, cell)) == keys.limit(here);
    levels.push_back(keys.level(here, is_covered));
  });
  return levels;
}

template <class Keyed>
BoundaryForest<typename Keyed::Key> forest_of(const BlockView& view, const PropagateSpec& spec, ConstImageView level,
                                              ConstImageView limit) {
  const BoundaryForestSpec between{
      .order = spec.order, .connectivity = spec.connectivity, .edges = view.edges(), .keeps_full = Keyed::has_bit};
  const std::vector<BoundaryEdge> edges = boundary_forest(view.on, between, level, limit);
  BoundaryForest<typename Keyed::Key> forest;
  forest.reserve(edges.size());
  for (const BoundaryEdge& edge : edges) forest.add(edge.a, edge.b, Keyed::width(edge.width));
  return forest;
}

template <class Keyed>
Bytes summary_of(const Operation& operation, const BlockView& view, const Keyed& keys) {
  using K = typename Keyed::Key;
  const FloodForm& form = form_of(operation);
  const PropagateSpec spec = form.spec(operation.inputs, operation.options);
  const BoxBorder border(view.block, view.image);
  Image room, level(operation.inputs[0].dtype, view.block.shape);
  std::optional<Image> water;
  const ConstImageView limit = form.prepare(view, level, room);
  Constant<K> constant;
  if (form.has_conclusion()) constant = constant_in(view, keys, limit);
  if (border.count() > 0 || Keyed::has_bit) propagate(view.on, spec, level, limit, level);
  if (Keyed::has_bit) {
    constant = constant_in(view, keys, level);
    if (!constant.holds) {
      water.emplace(level.type());
      begin_water(view, spec, level, *water);
      propagate(view.on, spec, *water, level, *water);
    }
  }
  if (border.count() == 0) return summary_bytes<K>(constant, {}, {}, {});
  const std::vector<K> levels = border_levels(view, keys, border, level, water);
  water.reset();
  return summary_bytes<K>(constant, border_limits(view, keys, border, limit), levels,
                          forest_of<Keyed>(view, spec, level, limit));
}

// From the final levels: a border cell is covered if it is connected, at its own level, to a better level outside the
// block.
template <class Keyed>
void mark_extrema(const BlockView& view, const PropagateSpec& spec, const Keyed& keys, const BoxBorder& border,
                  const BorderResultView<typename Keyed::Key>& border_result, ConstImageView level, ImageView out) {
  if (border_result.is_constant) return map(view.on, {.pixel = Pixel::fill, .value = 1}, out, out);
  Image water(level.type());
  begin_water(view, spec, level, water);
  std::size_t n = 0;
  border.for_each([&](const Coordinates& cell) {
    const auto key = border_result.levels[n++];
    if (Keyed::bit(key)) put_pixel(water, view.block, cell, keys.pixel(key));
  });
  propagate(view.on, spec, water, level, water);
  map(view.on, {.pixel = Pixel::differs}, level, water, out);
}

template <class Keyed>
void finish(const Operation& operation, const BlockView& view, const Keyed& keys, const Bytes& bytes, ImageView out) {
  const FloodForm& form = form_of(operation);
  const PropagateSpec spec = form.spec(operation.inputs, operation.options);
  const BoxBorder border(view.block, view.image);
  const BorderResultView<typename Keyed::Key> border_result(bytes, border.count());
  const DType dtype = operation.inputs[0].dtype;
  Image room, own;
  if (out.dtype() != dtype) own = Image(dtype, view.block.shape);
  const ImageView level = out.dtype() == dtype ? out : own.view();
  const ConstImageView limit = form.prepare(view, level, room);
  std::size_t n = 0;
  border.for_each(
      [&](const Coordinates& cell) { put_pixel(level, view.block, cell, keys.pixel(border_result.levels[n++])); });
  propagate(view.on, spec, level, limit, level);
  if (Keyed::has_bit) return mark_extrema(view, spec, keys, border, border_result, level, out);
  if (form.has_conclusion()) form.conclude(view, level, border_result.is_constant, out);
}

}  // namespace

Bytes local_flood(const Operation& operation, const BlockView& view) {
  return with_flood_keys(operation, [&](const auto& keys) { return summary_of(operation, view, keys); });
}

void finish_flood(const Operation& operation, const BlockView& view, const Bytes& border_result,
                  std::span<const ImageView> outs) {
  with_flood_keys(operation, [&](const auto& keys) { finish(operation, view, keys, border_result, outs[0]); });
}

}  // namespace preamar::blocks
