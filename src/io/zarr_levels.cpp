#include "io/zarr_levels.h"

#include "core/dispatch.h"
#include "core/rows.h"
#include "io/pixels.h"

#include <algorithm>
#include <cstring>

namespace preamar::io {
namespace {

template <class T>
T rounded_mean(const T* values, int count) {
  if constexpr (std::is_floating_point_v<T>) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += static_cast<double>(values[i]);
    return static_cast<T>(sum / count);
  } else {
    using Sum = std::conditional_t<sizeof(T) == 8, __int128, std::int64_t>;
    Sum sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i];
    const Sum doubled = 2 * sum + count;  // floor of (sum / count + 1/2)
    const Sum whole = doubled / (2 * count);
    return static_cast<T>(doubled % (2 * count) < 0 ? whole - 1 : whole);
  }
}

std::int64_t halved(std::int64_t extent) { return extent / 2 + extent % 2; }

// One row of `out` from the rows that it covers; `first` of each is at the same column.
template <class T>
void shrink_row(const std::vector<const std::byte*>& rows, std::int64_t step, std::int64_t columns, Shrink how,
                std::byte* out, std::int64_t out_step) {
  for (std::int64_t x = 0; x < halved(columns); ++x) {
    T values[8];
    int count = 0;
    for (const std::byte* const from : rows)
      for (std::int64_t i = 2 * x; i < std::min(2 * x + 2, columns); ++i)
        std::memcpy(&values[count++], from + i * step, sizeof(T));
    const T value = how == Shrink::nearest ? values[0] : rounded_mean(values, count);
    std::memcpy(out + x * out_step, &value, sizeof(T));
  }
}

Extents begin_of(const ZarrArray& array, const Extents& place) {
  Extents begin = place;
  for (std::size_t axis = 0; axis < place.size(); ++axis) begin[axis] *= array.stored[axis];
  return begin;
}

Shape piece_shape(const ZarrArray& array, const Extents& begin) {
  std::int64_t extents[max_rank] = {};
  for (std::size_t axis = 0; axis < begin.size(); ++axis)
    extents[axis] = std::min(array.stored[axis], array.shape[axis] - begin[axis]);
  return Shape(extents, static_cast<int>(begin.size()));
}

}  // namespace

std::vector<Shape> level_shapes(const Shape& full, const Shape& piece) {
  std::vector<Shape> shapes = {full};
  for (bool fits = false;;) {
    const Shape last = shapes.back();
    fits = true;
    std::int64_t next[max_rank] = {};
    for (int axis = 0; axis < full.rank(); ++axis) {
      fits = fits && last[axis] <= piece[axis];
      next[axis] = halved(last[axis]);
    }
    if (fits) return shapes;
    shapes.emplace_back(next, full.rank());
  }
}

void shrink(Shrink how, ConstImageView in, ImageView out) {
  const std::int64_t height = in.shape()[in.rank() - 2];
  const std::int64_t planes = in.rank() == 3 ? in.shape()[0] : 1;
  const std::int64_t out_height = out.shape()[out.rank() - 2];
  with_type(in.dtype(), [&]<class T>(std::type_identity<T>) {
    std::vector<const std::byte*> rows;
    for (std::int64_t i = 0; i < row_count(out.shape()); ++i) {
      rows.clear();
      for (std::int64_t z = i / out_height * 2; z < std::min(i / out_height * 2 + 2, planes); ++z)
        for (std::int64_t y = i % out_height * 2; y < std::min(i % out_height * 2 + 2, height); ++y)
          rows.push_back(row(in, z * height + y));
      shrink_row<T>(rows, row_stride(in), row_length(in.shape()), how, row(out, i), row_stride(out));
    }
  });
}

ZarrLevels::ZarrLevels(const std::vector<ZarrArray>& arrays, const std::vector<std::filesystem::path>& folders,
                       Shrink how)
    : how_(how) {
  for (std::size_t level = 0; level < arrays.size(); ++level) {
    levels_.push_back(std::make_unique<ZarrPieces>(arrays[level], folders[level]));
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
  if (++level == levels_.size()) return;
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
  const Shape shape = piece_shape(array, begin);
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
  shrink(how_, in, out);
  levels_[level]->write(begin.data(), out, [&](const Extents& made) { note(level, made); });
}

void ZarrLevels::finish(const std::filesystem::path& file) {
  levels_[0]->require_all(file);
  for (std::size_t level = 1; level < levels_.size(); ++level)
    ZarrGrid{Extents(levels_[level]->grid().size(), 0), levels_[level]->grid()}.each([&](const Extents& place) {
      if (!levels_[level]->is_done(place)) make(level, place);
    });
}

}  // namespace preamar::io
