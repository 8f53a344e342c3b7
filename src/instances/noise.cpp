#include "instances/noise.h"

#include <algorithm>

namespace preamar::painters {
namespace {

constexpr int part_bits = 15;

Level between(Level a, Level b, std::int32_t part) { return a + (((b - a) * part) >> part_bits); }

}  // namespace

Octave::Octave(Key key, const Window& window, int rank, const OctaveSpec& spec)
    : key_(key),
      rank_(rank),
      weight_(spec.weight),
      steps_(std::max<std::int64_t>(1, window.size / std::max<std::int64_t>(1, spec.cell))),
      span_(window.size - 1),
      first_(place(window.first).point),
      columns_(static_cast<std::size_t>(window.count)) {
  for (std::int64_t i = 0; i < window.count; ++i) {
    const Position at = place(window.first + i);
    columns_[static_cast<std::size_t>(i)] = {static_cast<std::int32_t>(at.point - first_), at.part};
  }
  const std::int32_t last = columns_.empty() ? 0 : columns_.back().point;
  points_.resize(static_cast<std::size_t>(last) + 2);
  for (Line& line : lines_) line.values.resize(columns_.size());
}

Octave::Position Octave::place(std::int64_t coordinate) const {
  const std::int64_t scaled = coordinate * steps_;
  const std::int64_t point = std::min(scaled / span_, steps_ - 1);
  return {point, static_cast<std::int32_t>(((scaled - point * span_) << part_bits) / span_)};
}

const Level* Octave::line(std::int64_t plane, std::int64_t point) {
  Line& line = lines_[static_cast<std::size_t>(point & 1)];
  if (line.plane == plane && line.point == point) return line.values.data();
  line.plane = plane;
  line.point = point;

  const Position depth = rank_ == 3 ? place(plane) : Position{0, 0};
  const auto values_of = [&](std::int64_t lattice_plane) {
    return [row_key = draw(key_, lattice_plane, point), this](std::size_t i) {
      return static_cast<Level>(draw(row_key, first_ + static_cast<std::int64_t>(i)) >> (64 - level_bits));
    };
  };
  const auto below = values_of(depth.point);
  const auto above = values_of(depth.point + 1);
  for (std::size_t i = 0; i < points_.size(); ++i)
    points_[i] = depth.part == 0 ? below(i) : between(below(i), above(i), depth.part);

  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto at = static_cast<std::size_t>(columns_[i].point);
    line.values[i] = between(points_[at], points_[at + 1], columns_[i].part);
  }
  return line.values.data();
}

void Octave::add(std::int64_t plane, std::int64_t row, Level* sum) {
  const Position at = place(row);
  const Level* above = line(plane, at.point);
  const Level* below = line(plane, at.point + 1);
  const Level half = 1 << (level_bits - 1);
  const std::size_t count = columns_.size();
  for (std::size_t i = 0; i < count; ++i) sum[i] += weight_ * (between(above[i], below[i], at.part) - half);
}

Noise::Noise(Key key, const Window& window, int rank, std::initializer_list<OctaveSpec> octaves) {
  std::int64_t counter = 0;
  for (const OctaveSpec& spec : octaves) octaves_.emplace_back(draw(key, counter++), window, rank, spec);
}

void Noise::row(std::int64_t plane, std::int64_t row, Level base, std::vector<Level>& out) {
  std::ranges::fill(out, base);
  for (Octave& octave : octaves_) octave.add(plane, row, out.data());
}

}  // namespace preamar::painters
