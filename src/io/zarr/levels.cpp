#include "io/zarr/levels.h"

#include <algorithm>

namespace preamar::io {
namespace {

Extents begin_of(const ZarrArray& array, const Extents& place) {
  Extents begin = place;
  for (std::size_t axis = 0; axis < place.size(); ++axis) begin[axis] *= array.stored[axis];
  return begin;
}

Shape stored_shape(const ZarrArray& array, const Extents& begin) {
  std::int64_t extents[max_rank] = {};
  for (std::size_t axis = 0; axis < begin.size(); ++axis)
    extents[axis] = std::min(array.stored[axis], array.shape[axis] - begin[axis]);
  return Shape(extents, static_cast<int>(begin.size()));
}

}  // namespace

ZarrLevels::ZarrLevels(const std::vector<ZarrArray>& arrays, const std::vector<std::filesystem::path>& folders,
                       Shrink how, const std::function<void()>& guard)
    : how_(how) {
  for (std::size_t level = 0; level < arrays.size(); ++level) {
    levels_.push_back(std::make_unique<StoredChunks>(arrays[level], folders[level], guard));
    const auto count = static_cast<std::size_t>(level == 0 ? 0 : levels_.back()->count());
    noted_.push_back(std::make_unique<std::atomic<int>[]>(count));
  }
}

std::uint64_t ZarrLevels::write(const std::int64_t* origin, ConstImageView image) {
  return levels_[0]->write(origin, image, [&](const Extents& place) { note(0, place); });
}

std::int64_t ZarrLevels::factor(std::size_t level, std::size_t axis) const {
  return levels_[level - 1]->array().shape[axis] > 1 ? 2 : 1;
}

ZarrGrid ZarrLevels::covered(std::size_t level, const Extents& place) const {
  ZarrGrid grid{place, place};
  for (std::size_t axis = 0; axis < place.size(); ++axis) {
    grid.begin[axis] *= factor(level, axis);
    grid.end[axis] = std::min(grid.begin[axis] + factor(level, axis), levels_[level - 1]->grid()[axis]);
  }
  return grid;
}

void ZarrLevels::note(std::size_t level, const Extents& place) {
  if (++level == levels_.size() || is_deferred_) return;
  Extents above = place;
  for (std::size_t axis = 0; axis < place.size(); ++axis) above[axis] /= factor(level, axis);
  int needed = 0;
  covered(level, above).each([&](const Extents&) { ++needed; });
  if (++noted_[level][levels_[level]->number_of(above)] == needed) make(level, above);
}

void ZarrLevels::make(std::size_t level, const Extents& place) {
  const ZarrArray& array = levels_[level]->array();
  const ZarrArray& full = levels_[level - 1]->array();
  const Extents begin = begin_of(array, place);
  const Shape shape = stored_shape(array, begin);
  ZarrImage image{levels_[level - 1]->folder(), full, {}, Extents(place.size(), 0)};
  std::int64_t origin[max_rank] = {}, extents[max_rank] = {}, whole[max_rank] = {};
  for (std::size_t axis = 0; axis < place.size(); ++axis) {
    image.axes.push_back(axis);
    origin[axis] = begin[axis] * factor(level, axis);
    extents[axis] = std::min(shape[static_cast<int>(axis)] * factor(level, axis), full.shape[axis] - origin[axis]);
    whole[axis] = full.shape[axis];
  }
  FileInfo info;
  info.type = {full.dtype, Shape(whole, shape.rank())};
  Image in(full.dtype, Shape(extents, shape.rank()));
  Image out(full.dtype, shape);
  make_zarr_source(image.folder, info, image)->read(origin, in);
  shrink(how_, full.values.nodata, in, out);
  levels_[level]->write(begin.data(), out, [&](const Extents& made) { note(level, made); });
}

void ZarrLevels::make(std::size_t level, const Box& region) {
  levels_[level]->grid_of(region.origin.data(), region.shape).each([&](const Extents& place) { make(level, place); });
}

void ZarrLevels::finish(const std::filesystem::path& file) {
  levels_[0]->require_all(file);
  for (std::size_t level = 1; level < levels_.size(); ++level)
    ZarrGrid{Extents(levels_[level]->grid().size(), 0), levels_[level]->grid()}.each([&](const Extents& place) {
      if (!levels_[level]->is_done(place)) make(level, place);
    });
}

}  // namespace preamar::io
