#include "blocks/flood/local.h"

#include "blocks/flood/flood_keys.h"
#include "blocks/flood/records.h"
#include "core/box_border.h"
#include "skeletons/boundary.h"
#include "skeletons/map.h"
#include "skeletons/reduce.h"
#include "skeletons/stencil.h"

#include <cstring>
#include <vector>

namespace preamar::blocks {
namespace {

// The pixel of a block's image at a place of the whole image.
const std::byte* address(const ConstImage& image, const Box& block, const Place& cell) {
  const auto* at = static_cast<const std::byte*>(image.data());
  for (int axis = 0; axis < image.rank(); ++axis)
    at += (cell[static_cast<std::size_t>(axis)] - block.begin(axis)) * image.stride(axis);
  return at;
}
template <class T>
T pixel_at(const ConstImage& image, const Box& block, const Place& cell) {
  T pixel;
  std::memcpy(&pixel, address(image, block, cell), sizeof pixel);
  return pixel;
}
template <class T>
void put_pixel(const Image& image, const Box& block, const Place& cell, T pixel) {
  std::memcpy(const_cast<std::byte*>(address(image, block, cell)), &pixel, sizeof pixel);
}

// Whether all pixels are the same.
template <class Keyed>
Constant<typename Keyed::Key> constant_in(const Piece& piece, const Keyed& keys, const ConstImage& image) {
  if (reduce(piece.on, {.summary = Summary::is_constant}, image) == 0) return {};
  return {true, keys.limit(pixel_at<typename Keyed::Pixel>(image, piece.block, piece.block.origin))};
}

// Water from where a cell has a better neighbour, as high as the cell; extrema are what it leaves uncovered, as in
// regional_maxima.
void begin_water(const Piece& piece, const PropagateSpec& spec, const ConstImage& level, const Image& water) {
  stencil(piece.on, {Cell::slope, spec.order, Footprint::neighbours, spec.connectivity}, level, water);
}

template <class Keyed>
std::vector<typename Keyed::Key> border_limits(const Piece& piece, const Keyed& keys, const BoxBorder& border,
                                               const ConstImage& limit) {
  std::vector<typename Keyed::Key> limits;
  limits.reserve(static_cast<std::size_t>(border.count()));
  border.for_each([&](const Place& cell) {
    limits.push_back(keys.limit(pixel_at<typename Keyed::Pixel>(limit, piece.block, cell)));
  });
  return limits;
}

// `water` is at rest, or of rank 0 where no better water is joined to any cell at its own level.
template <class Keyed>
std::vector<typename Keyed::Key> border_levels(const Piece& piece, const Keyed& keys, const BoxBorder& border,
                                               const ConstImage& level, const ConstImage& water) {
  using T = typename Keyed::Pixel;
  std::vector<typename Keyed::Key> levels;
  levels.reserve(static_cast<std::size_t>(border.count()));
  border.for_each([&](const Place& cell) {
    const T here = pixel_at<T>(level, piece.block, cell);
    const bool is_covered = water.rank() > 0 && keys.limit(pixel_at<T>(water, piece.block, cell)) == keys.limit(here);
    levels.push_back(keys.level(here, is_covered));
  });
  return levels;
}

template <class Keyed>
Forest<typename Keyed::Key> forest_of(const Piece& piece, const PropagateSpec& spec, const ConstImage& level,
                                      const ConstImage& limit) {
  const BoundarySpec between{
      .order = spec.order, .connectivity = spec.connectivity, .edges = piece.edges(), .keeps_full = Keyed::has_bit};
  const std::vector<BoundaryEdge> edges = boundary(piece.on, between, level, limit);
  Forest<typename Keyed::Key> forest;
  forest.reserve(edges.size());
  for (const BoundaryEdge& edge : edges) forest.add(edge.a, edge.b, Keyed::width(edge.width));
  return forest;
}

template <class Keyed>
Bytes summary_of(const Task& task, const Piece& piece, const Keyed& keys) {
  using K = typename Keyed::Key;
  const FloodForm& form = form_of(task);
  const PropagateSpec spec = form.spec(task.inputs, task.options);
  const BoxBorder border(piece.block, piece.image);
  OwnedImage room, level(task.inputs[0].dtype, piece.block.shape), water;
  const ConstImage limit = form.prepare(piece, level, room);
  Constant<K> constant;
  if (form.conclude) constant = constant_in(piece, keys, limit);
  if (border.count() > 0 || Keyed::has_bit) propagate(piece.on, spec, level, limit, level);
  if (Keyed::has_bit) {
    constant = constant_in(piece, keys, level);
    if (!constant.holds) {
      water = OwnedImage(level.type());
      begin_water(piece, spec, level, water);
      propagate(piece.on, spec, water, level, water);
    }
  }
  if (border.count() == 0) return summary_bytes<K>(constant, {}, {}, {});
  const std::vector<K> levels = border_levels(piece, keys, border, level, water);
  water = OwnedImage();
  return summary_bytes<K>(constant, border_limits(piece, keys, border, limit), levels,
                          forest_of<Keyed>(piece, spec, level, limit));
}

// From the level at rest in the whole image: better water outside the block that is joined to a border cell at its
// level covers it.
template <class Keyed>
void mark_extrema(const Piece& piece, const PropagateSpec& spec, const Keyed& keys, const BoxBorder& border,
                  const VerdictView<typename Keyed::Key>& verdict, const ConstImage& level, const Image& out) {
  if (verdict.is_constant) return map(piece.on, {.pixel = Pixel::fill, .value = 1}, out, out);
  OwnedImage water(level.type());
  begin_water(piece, spec, level, water);
  std::size_t n = 0;
  border.for_each([&](const Place& cell) {
    const auto key = verdict.levels[n++];
    if (Keyed::bit(key)) put_pixel(water, piece.block, cell, keys.pixel(key));
  });
  propagate(piece.on, spec, water, level, water);
  map(piece.on, {.pixel = Pixel::differs}, level, water, out);
}

template <class Keyed>
void finish(const Task& task, const Piece& piece, const Keyed& keys, const Bytes& bytes, const Image& out) {
  const FloodForm& form = form_of(task);
  const PropagateSpec spec = form.spec(task.inputs, task.options);
  const BoxBorder border(piece.block, piece.image);
  const VerdictView<typename Keyed::Key> verdict(bytes, border.count());
  const DType dtype = task.inputs[0].dtype;
  OwnedImage room, own;
  if (out.dtype() != dtype) own = OwnedImage(dtype, piece.block.shape);
  const Image level = out.dtype() == dtype ? out : own.view();
  const ConstImage limit = form.prepare(piece, level, room);
  std::size_t n = 0;
  border.for_each([&](const Place& cell) { put_pixel(level, piece.block, cell, keys.pixel(verdict.levels[n++])); });
  propagate(piece.on, spec, level, limit, level);
  if (Keyed::has_bit) return mark_extrema(piece, spec, keys, border, verdict, level, out);
  if (form.conclude) form.conclude(piece, level, verdict.is_constant, out);
}

}  // namespace

Bytes flood_alone(const Task& task, const Piece& piece, int, const Bytes&) {
  return with_flood_keys(task, [&](const auto& keys) { return summary_of(task, piece, keys); });
}

void flood_from_border(const Task& task, const Piece& piece, const Bytes& verdict, std::span<const Image> outs) {
  with_flood_keys(task, [&](const auto& keys) { finish(task, piece, keys, verdict, outs[0]); });
}

}  // namespace preamar::blocks
