// A worker's copy of a tile: its planes as keys, the neighbours' edges around it, and its limits.
#if defined(PREAMAR_TILE_COPY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_TILE_COPY_INL
#undef PREAMAR_TILE_COPY_INL
#else
#define PREAMAR_TILE_COPY_INL
#endif

#include "backends/cpu/flood/flood.h"
#include "backends/cpu/flood/square-inl.h"
#include "backends/cpu/keys-inl.h"
#include "backends/cpu/tile_grid.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T, int Side>
class TileCopy {
 public:
  using Sq = Square<T, Side>;
  using Lines = Edges<T>;
  using Cells = typename FloodJob<T>::Cells;
  static constexpr int cells_per_plane = Side * Side;
  static constexpr int pad = 64 / sizeof(T);  // aligns the cells of a line after its first corner

  // A plane of the tile, or the neighbours' plane before or after it, with the lines around it.
  struct Plane {
    alignas(64) T cells[cells_per_plane];
    alignas(64) T ring[4][pad + Side + pad];

    [[nodiscard]] T* line(int which) { return ring[which] + pad; }
    [[nodiscard]] Frame<T> frame() {
      return {line(Lines::top), line(Lines::bottom), line(Lines::left), line(Lines::right)};
    }
  };
  struct Limits {
    alignas(64) T cells[cells_per_plane];
    alignas(64) T turned[cells_per_plane];  // transposed, made when first needed
    bool is_turned;
  };

  TileCopy(const FloodJob<T>& job, std::int64_t tile, void* scratch)
      : job_(job),
        tile_(tile),
        at_(job.grid.place(tile)),
        depth_(job.grid.depth),
        planes_(static_cast<Plane*>(scratch)),
        limits_(reinterpret_cast<Limits*>(planes_ + depth_ + 2)),
        turned_(reinterpret_cast<T*>(limits_ + depth_)) {}

  static std::int64_t ScratchBytes(int depth) {
    return static_cast<std::int64_t>(sizeof(Plane)) * (depth + 2) + static_cast<std::int64_t>(sizeof(Limits)) * depth +
           static_cast<std::int64_t>(sizeof(T)) * cells_per_plane;
  }

  [[nodiscard]] int depth() const { return depth_; }
  [[nodiscard]] bool has_planes() const { return depth_ > 1; }
  // Planes -1 and depth() are the neighbours'.
  [[nodiscard]] Plane& plane(int z) const { return planes_[z + 1]; }
  [[nodiscard]] Limits& limits(int z) const { return limits_[z]; }
  // Scratch of one plane.
  [[nodiscard]] T* turned() const { return turned_; }

  // The address of the first cell of a row of the tile; the row may be outside the image.
  const std::byte* RowOf(const Cells& cells, int z, int y) const {
    return cells.data + (at_.planes * depth_ + z) * cells.plane_stride + (at_.rows * Side + y) * cells.row_stride +
           at_.columns * Side * static_cast<std::int64_t>(sizeof(T));
  }
  int PlanesInside() const {
    return static_cast<int>(std::min<std::int64_t>(depth_, job_.grid.cells.planes - at_.planes * depth_));
  }
  int RowsInside() const {
    return static_cast<int>(std::min<std::int64_t>(Side, job_.grid.cells.rows - at_.rows * Side));
  }
  int ColumnsInside() const {
    return static_cast<int>(std::min<std::int64_t>(Side, job_.grid.cells.columns - at_.columns * Side));
  }

  // Fills the rings of all planes, and the planes before and after, from the neighbours' edges. Cells outside the
  // image, and cells that are not neighbours at this connectivity, get the worst key.
  void GatherNeighbours() {
    for (int z = has_planes() ? -1 : 0; z <= (has_planes() ? depth_ : 0); ++z) {
      const int dz = z < 0 ? -1 : z == depth_ ? 1 : 0;
      const int source = dz < 0 ? depth_ - 1 : dz > 0 ? 0 : z;
      const int moves = dz == 0 ? 0 : 1;
      GatherLine(z, Lines::top, dz, -1, 0, source, Lines::bottom, moves + 1);
      GatherLine(z, Lines::bottom, dz, 1, 0, source, Lines::top, moves + 1);
      GatherLine(z, Lines::left, dz, 0, -1, source, Lines::right, moves + 1);
      GatherLine(z, Lines::right, dz, 0, 1, source, Lines::left, moves + 1);
      GatherCorners(z, dz, source, moves + 2);
      if (dz != 0) GatherFace(z, dz);
    }
  }

  // Cells outside the image get the worst key.
  void LoadLevels(const Cells& from) {
    for (int z = 0; z < depth_; ++z) LoadPlane(from, z, plane(z).cells);
  }

  void LoadLimits() {
    for (int z = 0; z < depth_; ++z) {
      LoadPlane(job_.limit, z, limits_[z].cells);
      limits_[z].is_turned = false;
    }
  }

  void StoreLevels() {
    const typename Sq::D d;
    const int columns = ColumnsInside();
    for (int z = 0; z < PlanesInside(); ++z)
      for (int y = 0; y < RowsInside(); ++y) {
        T* const to = reinterpret_cast<T*>(const_cast<std::byte*>(RowOf(job_.state, z, y)));
        const T* const from = plane(z).cells + y * Side;
        alignas(64) T partial[Side];
        T* const row = columns < Side ? partial : to;
        for (std::size_t j = 0; j < Sq::vectors; ++j)
          hn::StoreU(BitsFromKey(d, hn::Load(d, from + j * Sq::lanes), job_.keys), d, row + j * Sq::lanes);
        if (columns < Side) std::memcpy(to, partial, static_cast<std::size_t>(columns) * sizeof(T));
      }
  }

  void ClampToLimit(int z) const {
    const typename Sq::D d;
    for (int i = 0; i < cells_per_plane; i += static_cast<int>(Sq::lanes)) {
      T* const cells = plane(z).cells + i;
      hn::Store(hn::Min(hn::Load(d, cells), hn::Load(d, limits_[z].cells + i)), d, cells);
    }
  }

  // The edges of a plane that differ from those published before.
  struct Shown {
    bool line[4];
    bool corner[2][2];  // top and bottom, left and right
    bool face[2];       // front and back
  };

  // Publishes the edges of one plane and returns which changed.
  Shown Show(const Edges<T>& edges, int z, const T* cells) {
    Shown shown{};
    alignas(64) T columns[2][Side];
    for (int y = 0; y < Side; ++y) {
      columns[0][y] = cells[y * Side];
      columns[1][y] = cells[y * Side + Side - 1];
    }
    const T* const bottom = cells + (Side - 1) * Side;
    for (int side = 0; side < 2; ++side) {
      const int x = side ? Side - 1 : 0;
      shown.corner[0][side] = edges.line(tile_, z, Lines::top)[x] != cells[x];
      shown.corner[1][side] = edges.line(tile_, z, Lines::bottom)[x] != bottom[x];
    }
    shown.line[Lines::top] = write_shared(cells, edges.line(tile_, z, Lines::top), Side);
    shown.line[Lines::bottom] = write_shared(bottom, edges.line(tile_, z, Lines::bottom), Side);
    shown.line[Lines::left] = write_shared(columns[0], edges.line(tile_, z, Lines::left), Side);
    shown.line[Lines::right] = write_shared(columns[1], edges.line(tile_, z, Lines::right), Side);
    if (has_planes() && z == 0) shown.face[0] = write_shared(cells, edges.face(tile_, 0), cells_per_plane);
    if (has_planes() && z == depth_ - 1) shown.face[1] = write_shared(cells, edges.face(tile_, 1), cells_per_plane);
    return shown;
  }

  // Publishes one level for all edges of the tile.
  void ShowPlain(const Edges<T>& edges, T level) {
    std::fill(turned_, turned_ + (has_planes() ? cells_per_plane : Side), level);
    for (int z = 0; z < depth_; ++z)
      for (int which = 0; which < 4; ++which)
        write_shared(turned_, edges.line(tile_, z, static_cast<typename Lines::Line>(which)), Side);
    for (int face = 0; has_planes() && face < 2; ++face)
      write_shared(turned_, edges.face(tile_, face), cells_per_plane);
  }

 private:
  void GatherLine(int z, int to, int dz, int dy, int dx, int source, typename Lines::Line from, int moves) {
    const std::int64_t other = moves <= job_.connectivity ? job_.grid.neighbour(at_, dz, dy, dx) : -1;
    T* const line = plane(z).line(to);
    if (other >= 0)
      read_shared(job_.levels.line(other, source, from), line, Side);
    else
      std::memset(line, 0, Side * sizeof(T));
  }

  void GatherCorners(int z, int dz, int source, int moves) {
    for (int dy = -1; dy <= 1; dy += 2)
      for (int dx = -1; dx <= 1; dx += 2) {
        const std::int64_t other = moves <= job_.connectivity ? job_.grid.neighbour(at_, dz, dy, dx) : -1;
        T corner = 0;
        if (other >= 0)
          corner = read_shared_cell(job_.levels.line(other, source, dy < 0 ? Lines::bottom : Lines::top),
                                    dx < 0 ? Side - 1 : 0);
        plane(z).line(dy < 0 ? Lines::top : Lines::bottom)[dx < 0 ? -1 : Side] = corner;
        plane(z).line(dx < 0 ? Lines::left : Lines::right)[dy < 0 ? -1 : Side] = corner;
      }
  }

  void GatherFace(int z, int dz) {
    const std::int64_t other = job_.grid.neighbour(at_, dz, 0, 0);
    if (other >= 0)
      read_shared(job_.levels.face(other, dz < 0 ? 1 : 0), plane(z).cells, cells_per_plane);
    else
      std::memset(plane(z).cells, 0, sizeof(T) * cells_per_plane);
  }

  // Reads a plane of the tile as keys; cells outside the image get the worst key.
  void LoadPlane(const Cells& from, int z, T* to) {
    const typename Sq::D d;
    const int rows = z < PlanesInside() ? RowsInside() : 0;
    const int columns = ColumnsInside();
    for (int y = 0; y < rows; ++y) {
      const T* row = reinterpret_cast<const T*>(RowOf(from, z, y));
      alignas(64) T partial[Side];
      if (columns < Side) {
        std::memcpy(partial, row, static_cast<std::size_t>(columns) * sizeof(T));
        row = partial;
      }
      for (std::size_t j = 0; j < Sq::vectors; ++j)
        hn::Store(KeyFromBits(d, hn::LoadU(d, row + j * Sq::lanes), job_.keys), d, to + y * Side + j * Sq::lanes);
      if (columns < Side) std::memset(to + y * Side + columns, 0, static_cast<std::size_t>(Side - columns) * sizeof(T));
    }
    std::memset(to + rows * Side, 0, static_cast<std::size_t>(Side - rows) * Side * sizeof(T));
  }

  const FloodJob<T>& job_;
  std::int64_t tile_;
  Extent3 at_;
  int depth_;
  Plane* planes_;
  Limits* limits_;
  T* turned_;
};

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
