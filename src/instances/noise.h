// Smooth noise in fixed point: hashed values on a lattice, linearly interpolated, summed over octaves.
#pragma once

#include "instances/hash.h"
#include "instances/painter.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace preamar::painters {

// Grey levels are integers in units of 2^-14.
using Level = std::int32_t;
inline constexpr int level_bits = 14;

struct OctaveSpec {
  std::int64_t
      cell;      // approximate distance of lattice points in pixels; the lattice is stretched to end at the last pixel
  Level weight;  // range of the octave: maximum minus minimum
};

class Octave {
 public:
  Octave(Key key, const Window& window, int rank, const OctaveSpec& spec);
  // Adds weight * (noise - 1/2).
  void add(std::int64_t plane, std::int64_t row, Level* sum);

 private:
  // A coordinate on the lattice: the point below it, and the distance from that point in units of 2^-15.
  struct Position {
    std::int64_t point;
    std::int32_t part;
  };
  struct Column {
    std::int32_t point;  // counted from first_
    std::int32_t part;
  };
  // A row of the lattice between two of its planes, interpolated to the window's columns.
  struct Line {
    std::int64_t plane = -1;
    std::int64_t point = -1;
    std::vector<Level> values;
  };

  [[nodiscard]] Position place(std::int64_t coordinate) const;
  const Level* line(std::int64_t plane, std::int64_t point);

  Key key_;
  int rank_;
  Level weight_;
  std::int64_t steps_;  // number of lattice steps
  std::int64_t span_;   // distance from the first to the last pixel
  std::int64_t first_;  // the lattice point below the window's first column
  std::vector<Column> columns_;
  std::vector<Level> points_;
  std::array<Line, 2> lines_;  // the even and the odd row of the lattice
};

class Noise {
 public:
  Noise(Key key, const Window& window, int rank, std::initializer_list<OctaveSpec> octaves);
  // Writes base + the sum of the octaves.
  void row(std::int64_t plane, std::int64_t row, Level base, std::vector<Level>& out);

 private:
  std::vector<Octave> octaves_;
};

}  // namespace preamar::painters
