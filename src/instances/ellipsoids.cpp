#include "instances/ellipsoids.h"

#include <algorithm>
#include <cmath>

namespace preamar::painters {
namespace {

// The largest integer whose square is below `square`, for `square` above 0. Exact, whatever sqrt() rounds to.
std::int64_t half_width(double square) {
  auto half = static_cast<std::int64_t>(std::sqrt(square));
  const auto reaches = [square](std::int64_t h) { return static_cast<double>(h) * static_cast<double>(h) >= square; };
  while (half > 0 && reaches(half)) --half;
  while (!reaches(half + 1)) ++half;
  return half;
}

double squared_part(std::int64_t distance, double radius) {
  const double part = static_cast<double>(distance) / radius;
  return part * part;
}

// Calls pixel(ellipsoid, i) for each pixel i of the window that an ellipsoid covers.
template <class F>
void for_each_covered(std::span<const Ellipsoid> ellipsoids, const Window& window, std::int64_t plane, std::int64_t row,
                      F pixel) {
  for (const Ellipsoid& e : ellipsoids) {
    const double left =
        1 - squared_part(plane - e.centre[0], e.radius[0]) - squared_part(row - e.centre[1], e.radius[1]);
    if (left <= 0) continue;
    const std::int64_t half = half_width(left * e.radius[2] * e.radius[2]);
    const std::int64_t column = e.centre[2] - window.first;
    const std::int64_t end = std::min(column + half + 1, window.count);
    for (std::int64_t i = std::max<std::int64_t>(column - half, 0); i < end; ++i) pixel(e, i);
  }
}

}  // namespace

Ellipsoid ellipsoid_at(const std::array<std::int64_t, 3>& centre, const EllipsoidKind& kind, Key key) {
  const auto radius = [&](int axis) {
    return kind.least_radius +
           (kind.greatest_radius - kind.least_radius) * (static_cast<double>(bits16(key, axis)) / 65536);
  };
  const auto above = static_cast<Level>(((kind.brightest - kind.darkest) * bits16(key, 3)) >> (16 - level_bits));
  return {centre, {radius(0), radius(1), radius(2)}, (kind.darkest << level_bits) + above};
}

void blend(std::span<const Ellipsoid> ellipsoids, const Window& window, std::int64_t plane, std::int64_t row,
           std::vector<Level>& levels) {
  for_each_covered(ellipsoids, window, plane, row, [&](const Ellipsoid& e, std::int64_t i) {
    Level& level = levels[static_cast<std::size_t>(i)];
    level = (77 * level + 179 * e.level) >> 8;
  });
}

Strewn::Strewn(Key key, const Window& window, int rank, const EllipsoidKind& kind, std::int64_t volume)
    : key_(key), window_(window), rank_(rank), kind_(kind), cell_(rank == 3 ? 16 : 64) {
  const std::int64_t cell_volume = cell_ * cell_ * (rank == 3 ? cell_ : 1);
  per_cell_ = (cell_volume << 16) / volume;
  cells_ = (window.size - 1) / cell_ + 1;
}

void Strewn::blend_into(std::int64_t plane, std::int64_t row, std::vector<Level>& levels) {
  gather(plane / cell_, row / cell_);
  blend(near_, window_, plane, row, levels);
}

void Strewn::number_into(std::int64_t plane, std::int64_t row, std::int32_t* numbers) {
  gather(plane / cell_, row / cell_);
  for_each_covered(near_, window_, plane, row, [&](const Ellipsoid& e, std::int64_t i) { numbers[i] = e.number; });
}

// Unsigned, so that the numbers of the largest volumes repeat instead of overflowing.
std::int32_t Strewn::number_of(std::int64_t plane, std::int64_t row, std::int64_t column, std::int64_t i) const {
  const auto wide = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
  const std::uint64_t cell = (wide(plane) * wide(cells_) + wide(row)) * wide(cells_) + wide(column);
  const std::uint64_t most = wide(per_cell_ >> 16) + 1;
  return static_cast<std::int32_t>((cell * most + wide(i)) % 2147483647 + 1);
}

void Strewn::gather(std::int64_t cell_plane, std::int64_t cell_row) {
  if (gathered_ == std::array{cell_plane, cell_row}) return;
  gathered_ = {cell_plane, cell_row};
  near_.clear();
  const std::int64_t planes = rank_ == 3 ? cells_ : 1;
  const std::int64_t first_column = std::max<std::int64_t>(window_.first / cell_ - 1, 0);
  const std::int64_t last_column = std::min((window_.first + window_.count) / cell_ + 1, cells_ - 1);
  for (std::int64_t p = std::max<std::int64_t>(cell_plane - 1, 0); p <= std::min(cell_plane + 1, planes - 1); ++p)
    for (std::int64_t r = std::max<std::int64_t>(cell_row - 1, 0); r <= std::min(cell_row + 1, cells_ - 1); ++r)
      for (std::int64_t c = first_column; c <= last_column; ++c) gather_cell(p, r, c);
}

void Strewn::gather_cell(std::int64_t cell_plane, std::int64_t cell_row, std::int64_t cell_column) {
  const Key cell_key = draw(draw(key_, cell_plane, cell_row), cell_column);
  const std::int64_t count = (per_cell_ + bits16(cell_key, 0)) >> 16;
  for (std::int64_t i = 0; i < count; ++i) {
    const Key key = draw(cell_key, i);
    const auto within = [&](std::int64_t cell, int axis) { return cell * cell_ + ((cell_ * bits16(key, axis)) >> 16); };
    const std::array<std::int64_t, 3> centre = {rank_ == 3 ? within(cell_plane, 0) : 0, within(cell_row, 1),
                                                within(cell_column, 2)};
    if (std::ranges::max(centre) >= window_.size) continue;
    near_.push_back(ellipsoid_at(centre, kind_, draw(key, 0)));
    near_.back().number = number_of(cell_plane, cell_row, cell_column, i);
  }
}

}  // namespace preamar::painters
