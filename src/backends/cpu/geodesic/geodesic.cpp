#include "backends/cpu/geodesic/geodesic.h"

#include "backends/cpu/tile_grid.h"
#include "backends/cpu/wavefront.h"
#include "backends/cpu/workers.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/memory.h"
#include "core/require.h"
#include "core/rows.h"
#include "primitives/rules/geodesic.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

template <class M>
void mark_row(ConstImageView image, std::int64_t index, std::uint8_t* out) {
  const M* const cells = reinterpret_cast<const M*>(row(image, index));
  for (std::int64_t x = 0; x < row_length(image.shape()); ++x) out[x] &= cells[x] != M{0};
}

// Clears the bytes of a row where the image is 0.
void mark_row(ConstImageView image, std::int64_t index, std::uint8_t* out) {
  with_type(image.dtype(), [&]<class M>(std::type_identity<M>) { mark_row<M>(image, index, out); });
}

// A row that offers to another: its offset, and the costs of steps from it.
template <class T>
struct Source {
  int planes, rows;
  T straight, slanted;
  bool slants;
};

// A copy of a tile with one extra cell on each side.
template <class T>
class Room {
 public:
  explicit Room(const TileGrid& grid)
      : pitch_(grid.side + 2), plane_(pitch_ * pitch_), cells_((grid.depth + 2) * plane_), walls_(cells_.count()) {}

  [[nodiscard]] static std::int64_t bytes(const TileGrid& grid) {
    return 2 * static_cast<std::int64_t>(sizeof(T)) * (grid.depth + 2) * (grid.side + 2) * (grid.side + 2);
  }
  [[nodiscard]] T* row(std::int64_t z, std::int64_t y) const { return cells_.data() + at(z, y); }
  // All bits are set in a wall, none in other cells.
  [[nodiscard]] T* walls(std::int64_t z, std::int64_t y) const { return walls_.data() + at(z, y); }

 private:
  // Planes, rows and columns count from -1.
  [[nodiscard]] std::int64_t at(std::int64_t z, std::int64_t y) const {
    return (z + 1) * plane_ + (y + 1) * pitch_ + 1;
  }

  std::int64_t pitch_, plane_;
  Buffer<T> cells_, walls_;
};

// The workers of neighbouring tiles read cells of the state, so each cell is read and written atomically; the state
// machine of the wavefront provides the ordering.
template <class T>
class WalkWork final : public TileWork {
 public:
  WalkWork(const PropagateSpec& spec, const TileGrid& grid, ImageView state, const Buffer<std::uint8_t>& open,
           int workers)
      : spec_(spec), grid_(grid), state_(state), open_(open), along_(cost(1)) {
    for (int worker = 0; worker < workers; ++worker) rooms_.emplace_back(grid);
    for (int dz = -1; dz <= 0; ++dz)
      for (int dy = -1; dy <= (dz < 0 ? 1 : -1); ++dy) {
        const int axes = std::abs(dz) + std::abs(dy);
        if (axes > spec.connectivity || (dz != 0 && grid.cells.planes == 1)) continue;
        const bool slants = axes < spec.connectivity;
        sources_.push_back({dz, dy, cost(axes), slants ? cost(axes + 1) : T{0}, slants});
      }
  }

  std::uint32_t visit(std::int64_t tile, int worker) override {
    const Room<T>& room = rooms_[static_cast<std::size_t>(worker)];
    const Coordinates place = place_of(tile);
    if (!load(place, room)) return 0;
    for (bool changed = true, down = true, first = true; changed || first; down = !down) {
      first = first && down;
      changed = sweep(place, room, down);
    }
    return store(place, room);
  }
  void expect(std::int64_t) override {}

 private:
  // The first cell of a tile and its extent inside the image.
  struct Coordinates {
    std::int64_t z, y, x, planes, rows, columns;
  };

  [[nodiscard]] T cost(int axes) const { return static_cast<T>(spec_.costs[static_cast<std::size_t>(axes - 1)]); }
  [[nodiscard]] Coordinates place_of(std::int64_t tile) const {
    const Extent3 at = grid_.place(tile);
    const std::int64_t z = at.planes * grid_.depth, y = at.rows * grid_.side, x = at.columns * grid_.side;
    return {z,
            y,
            x,
            std::min<std::int64_t>(grid_.depth, grid_.cells.planes - z),
            std::min<std::int64_t>(grid_.side, grid_.cells.rows - y),
            std::min<std::int64_t>(grid_.side, grid_.cells.columns - x)};
  }
  [[nodiscard]] T* state_row(std::int64_t z, std::int64_t y) const {
    return reinterpret_cast<T*>(row(state_, z * grid_.cells.rows + y));
  }

  // Returns false if no cell of the tile or around it has been reached.
  bool load(const Coordinates& place, const Room<T>& room) const {
    T least = Geodesic<T>::nowhere;
    const std::int64_t around = grid_.cells.planes > 1 ? 1 : 0;  // planes before and after
    for (std::int64_t z = -around; z < place.planes + around; ++z)
      for (std::int64_t y = -1; y <= place.rows; ++y) {
        T* const to = room.row(z, y);
        std::fill(to - 1, to + place.columns + 1, Geodesic<T>::nowhere);
        const std::int64_t plane = place.z + z, line = place.y + y;
        if (plane < 0 || line < 0 || plane >= grid_.cells.planes || line >= grid_.cells.rows) continue;
        T* const from = state_row(plane, line) + place.x;
        const std::int64_t begin = place.x > 0 ? -1 : 0;
        const std::int64_t end = place.x + place.columns < grid_.cells.columns ? place.columns + 1 : place.columns;
        for (std::int64_t x = begin; x < end; ++x) {
          to[x] = std::atomic_ref(from[x]).load(std::memory_order_relaxed);
          least = std::min(least, to[x]);
        }
        if (z < 0 || y < 0 || z == place.planes || y == place.rows) continue;
        const std::uint8_t* const open =
            open_.data() + (plane * grid_.cells.rows + line) * grid_.cells.columns + place.x;
        T* const walls = room.walls(z, y);
        for (std::int64_t x = 0; x < place.columns; ++x) walls[x] = static_cast<T>(T{open[x]} - 1);
      }
    return least < Geodesic<T>::nowhere;
  }

  // One pass over the rows. Each row takes from the rows before it (after it in the upward pass) and along itself.
  bool sweep(const Coordinates& place, const Room<T>& room, bool down) const {
    bool changed = false;
    const std::int64_t count = place.planes * place.rows;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t r = down ? i : count - 1 - i, z = r / place.rows, y = r % place.rows;
      T* const cells = room.row(z, y);
      const T* const walls = room.walls(z, y);
      T fallen = 0;
      for (const Source<T>& source : sources_) {
        const T* const from =
            down ? room.row(z + source.planes, y + source.rows) : room.row(z - source.planes, y - source.rows);
        fallen |= source.slants ? take_slanted(from, source, walls, place.columns, cells)
                                : take(from, source, walls, place.columns, cells);
      }
      fallen |= run_along(walls, place.columns, cells);
      changed |= fallen != 0;
    }
    return changed;
  }

  // Returns non-zero bits for cells that fell.
  static T take(const T* from, const Source<T>& source, const T* walls, std::int64_t count, T* cells) {
    T fallen = 0;
    for (std::int64_t x = 0; x < count; ++x) {
      const T offer = Geodesic<T>::offer(from[x], source.straight) | walls[x];
      const T next = std::min(cells[x], offer);
      fallen |= next ^ cells[x];
      cells[x] = next;
    }
    return fallen;
  }
  static T take_slanted(const T* from, const Source<T>& source, const T* walls, std::int64_t count, T* cells) {
    T fallen = 0;
    for (std::int64_t x = 0; x < count; ++x) {
      const T straight = Geodesic<T>::offer(from[x], source.straight);
      const T slanted = Geodesic<T>::offer(std::min(from[x - 1], from[x + 1]), source.slanted);
      const T next = std::min(cells[x], static_cast<T>(std::min(straight, slanted) | walls[x]));
      fallen |= next ^ cells[x];
      cells[x] = next;
    }
    return fallen;
  }
  T run_along(const T* walls, std::int64_t count, T* cells) const {
    T fallen = 0, last = cells[-1];
    for (std::int64_t x = 0; x < count; ++x) {
      last = std::min(cells[x], static_cast<T>(Geodesic<T>::offer(last, along_) | walls[x]));
      fallen |= last ^ cells[x];
      cells[x] = last;
    }
    last = cells[count];
    for (std::int64_t x = count - 1; x >= 0; --x) {
      last = std::min(cells[x], static_cast<T>(Geodesic<T>::offer(last, along_) | walls[x]));
      fallen |= last ^ cells[x];
      cells[x] = last;
    }
    return fallen;
  }

  // Publishes the cells that fell and returns the neighbours that see them.
  std::uint32_t store(const Coordinates& place, const Room<T>& room) const {
    std::uint32_t wakes = 0;
    for (std::int64_t z = 0; z < place.planes; ++z)
      for (std::int64_t y = 0; y < place.rows; ++y) {
        T* const to = state_row(place.z + z, place.y + y) + place.x;
        const T* const from = room.row(z, y);
        for (std::int64_t x = 0; x < place.columns; ++x) {
          if (from[x] == to[x]) continue;  // only this worker writes it
          std::atomic_ref(to[x]).store(from[x], std::memory_order_relaxed);
          if (z == 0 || z == grid_.depth - 1 || y == 0 || y == grid_.side - 1 || x == 0 || x == grid_.side - 1)
            wakes |= seen_by(z, y, x);
        }
      }
    return wakes;
  }

  [[nodiscard]] std::uint32_t seen_by(std::int64_t z, std::int64_t y, std::int64_t x) const {
    std::uint32_t wakes = 0;
    const auto touches = [](std::int64_t at, int step, int extent) {
      return step == 0 || at == (step < 0 ? 0 : extent - 1);
    };
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int axes = std::abs(dz) + std::abs(dy) + std::abs(dx);
          if (axes > 0 && axes <= spec_.connectivity && touches(z, dz, grid_.depth) && touches(y, dy, grid_.side) &&
              touches(x, dx, grid_.side))
            wakes |= 1u << towards(dz, dy, dx);
        }
    return wakes;
  }

  const PropagateSpec& spec_;
  const TileGrid& grid_;
  ImageView state_;
  const Buffer<std::uint8_t>& open_;
  const T along_;
  std::vector<Source<T>> sources_;
  std::vector<Room<T>> rooms_;  // one per worker
};

template <class T>
void geodesic_as(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
                 ImageView state, const Tuning& tuning) {
  const bool flat = limit.rank() == 2;
  const TileGrid grid(limit.shape(), tuning.tile ? tuning.tile : flat ? 64 : 32, 8);
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(on), grid.count()));
  require_memory(on.scratch_memory, limit.shape().count() + workers * Room<T>::bytes(grid));
  const Buffer<std::uint8_t> open(limit.shape().count());
  const std::int64_t length = grid.cells.columns;
  for_ranges(on, grid.cells.planes * grid.cells.rows, std::max<std::int64_t>(1, (1 << 16) / length),
             [&](std::int64_t begin, std::int64_t end) {
               for (std::int64_t r = begin; r < end; ++r) {
                 std::uint8_t* const marks = open.data() + r * length;
                 T* const cells = reinterpret_cast<T*>(row(state, r));
                 std::fill(marks, marks + length, std::uint8_t{1});
                 mark_row(seed, r, marks);
                 mark_row(limit, r, marks);
                 if (!spec.starts_at_state) std::fill(cells, cells + length, Geodesic<T>::nowhere);
                 for (std::int64_t x = 0; x < length; ++x) cells[x] = marks[x] ? T{0} : cells[x];
                 std::fill(marks, marks + length, std::uint8_t{1});
                 mark_row(limit, r, marks);
                 for (std::int64_t x = 0; x < length; ++x) cells[x] = marks[x] ? cells[x] : Geodesic<T>::nowhere;
               }
             });
  WalkWork<T> work(spec, grid, state, open, workers);
  const std::int64_t visits = run_wavefront(on, grid, workers, tuning.shuffle, work);
  if (on.log)
    on.log(text("propagate: ", workers, " threads, tiles of ", grid.depth, "x", grid.side, "x", grid.side, ", ",
                grid.count(), " tiles, ", visits, " visits"));
}

}  // namespace

void geodesic(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
              ImageView state, const Tuning& tuning) {
  if (state.dtype() == DType::uint32)
    geodesic_as<std::uint32_t>(on, spec, seed, limit, state, tuning);
  else
    geodesic_as<std::uint64_t>(on, spec, seed, limit, state, tuning);
}

}  // namespace preamar::cpu
