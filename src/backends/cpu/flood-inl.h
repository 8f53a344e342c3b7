// A visit to a tile: gather what the neighbours show, load, flood to rest, store, show one's own edges.
#if defined(PREAMAR_FLOOD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_FLOOD_INL
#undef PREAMAR_FLOOD_INL
#else
#define PREAMAR_FLOOD_INL
#endif

#include "backends/cpu/flood.h"
#include "backends/cpu/flood_plane-inl.h"
#include "backends/cpu/keys-inl.h"
#include "backends/cpu/tile_grid.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T, int Side>
class Visit {
  using Sq = Square<T, Side>;
  using D = typename Sq::D;
  using V = typename Sq::V;
  using Lines = Edges<T>;
  static constexpr int cells_per_plane = Side * Side;
  static constexpr int pad = 64 / sizeof(T);  // keeps the cells of a line aligned behind its first corner

  // A plane of the tile, or the neighbours' plane before or behind it, with the lines around it.
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
    alignas(64) T turned[cells_per_plane];
    bool is_turned;
  };

 public:
  static std::int64_t ScratchBytes(int depth) {
    return static_cast<std::int64_t>(sizeof(Plane)) * (depth + 2) + static_cast<std::int64_t>(sizeof(Limits)) * depth +
           static_cast<std::int64_t>(sizeof(T)) * cells_per_plane;
  }

  static std::uint32_t Run(const FloodJob<T>& job, std::int64_t tile, void* scratch) {
    return Visit(job, tile, scratch).Run();
  }

  static void Prefetch(const FloodJob<T>& job, std::int64_t tile) {
    const TileKind kind = job.kinds[tile].load(std::memory_order_relaxed);
    if (kind == TileKind::plain) return;
    const Visit visit(job, tile, nullptr);
    const auto& levels = kind == TileKind::unseen ? job.seed : job.state;
    for (int z = 0; z < visit.PlanesInside(); ++z)
      for (int y = 0; y < visit.RowsInside(); ++y)
        for (std::size_t byte = 0; byte < Side * sizeof(T); byte += 64) {
          hwy::Prefetch(visit.RowOf(job.limit, z, y) + byte);
          hwy::Prefetch(visit.RowOf(levels, z, y) + byte);
        }
  }

  static void WritePlain(const FloodJob<T>& job, std::int64_t tile) {
    const Visit visit(job, tile, nullptr);
    const V bits = BitsFromKey(D(), hn::Set(D(), job.levels.line(tile, 0, Lines::top)[0]), job.keys);
    for (int z = 0; z < job.grid.depth; ++z)
      for (int y = 0; y < Side; ++y) {
        T* const to = reinterpret_cast<T*>(const_cast<std::byte*>(visit.RowOf(job.state, z, y)));
        for (std::size_t j = 0; j < Sq::vectors; ++j) hn::StoreU(bits, D(), to + j * Sq::lanes);
      }
  }

 private:
  Visit(const FloodJob<T>& job, std::int64_t tile, void* scratch)
      : job_(job),
        tile_(tile),
        at_(job.grid.place(tile)),
        depth_(job.grid.depth),
        has_planes_(job.grid.cells.planes > 1),
        planes_(static_cast<Plane*>(scratch)),
        limits_(reinterpret_cast<Limits*>(planes_ + depth_ + 2)),
        turned_(reinterpret_cast<T*>(limits_ + depth_)) {}

  std::uint32_t Run() {
    GatherNeighbours();
    switch (job_.kinds[tile_].load(std::memory_order_relaxed)) {
      case TileKind::unseen:
        return FirstVisit();
      case TileKind::plain:
        return RaisePlain(job_.levels.line(tile_, 0, Lines::top)[0], 0);
      case TileKind::textured:
        break;
    }
    const std::uint64_t reached = PlanesReached();
    if (!reached) return 0;
    LoadLevels(job_.state);
    LoadLimits();
    Flood(reached, false);
    StoreLevels();
    return ShowEdges();
  }

  std::uint32_t FirstVisit() {
    LoadLimits();
    LoadLevels(job_.seed);
    if (IsPlain()) {
      ShowPlain(job_.limits, limits_[0].cells[0]);
      job_.kinds[tile_].store(TileKind::plain, std::memory_order_release);
      T seed = 0;
      for (int z = 0; z < depth_; ++z) seed = std::max(seed, Greatest(plane(z).cells, cells_per_plane));
      return RaisePlain(0, seed);
    }
    for (int z = 0; z < depth_; ++z) Show(job_.limits, z, limits_[z].cells);
    job_.kinds[tile_].store(TileKind::textured, std::memory_order_release);
    for (int z = 0; z < depth_; ++z) ClampToLimit(z);
    Flood(AllPlanes(), true);
    StoreLevels();
    return ShowEdges();
  }

  Plane& plane(int z) const { return planes_[z + 1]; }

  // The first cell of a row of the tile, which may lie outside the image.
  const std::byte* RowOf(const typename FloodJob<T>::Cells& cells, int z, int y) const {
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

  // Fills the rings of all planes, and the planes before and behind, from the neighbours' edges; what lies outside the
  // image, or is no neighbour at this connectivity, is the worst key.
  void GatherNeighbours() {
    for (int z = has_planes_ ? -1 : 0; z <= (has_planes_ ? depth_ : 0); ++z) {
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
  void LoadPlane(const typename FloodJob<T>::Cells& from, int z, T* to) {
    const D d;
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

  void LoadLevels(const typename FloodJob<T>::Cells& from) {
    for (int z = 0; z < depth_; ++z) LoadPlane(from, z, plane(z).cells);
  }

  void LoadLimits() {
    for (int z = 0; z < depth_; ++z) {
      LoadPlane(job_.limit, z, limits_[z].cells);
      limits_[z].is_turned = false;
    }
  }

  void StoreLevels() {
    const D d;
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

  void ClampToLimit(int z) {
    const D d;
    for (int i = 0; i < cells_per_plane; i += static_cast<int>(Sq::lanes)) {
      T* const cells = plane(z).cells + i;
      hn::Store(hn::Min(hn::Load(d, cells), hn::Load(d, limits_[z].cells + i)), d, cells);
    }
  }

  // Whether the whole tile lies in the image and has one limit.
  bool IsPlain() {
    if (PlanesInside() < depth_ || RowsInside() < Side || ColumnsInside() < Side) return false;
    const D d;
    const V first = hn::Set(d, limits_[0].cells[0]);
    for (int z = 0; z < depth_; ++z)
      for (int y = 0; y < Side; ++y) {
        V differs = hn::Zero(d);
        for (std::size_t j = 0; j < Sq::vectors; ++j)
          differs = hn::Or(differs, hn::Xor(first, hn::Load(d, limits_[z].cells + y * Side + j * Sq::lanes)));
        if (Sq::Any(differs)) return false;
      }
    return true;
  }

  // The greatest key in `count` cells.
  static T Greatest(const T* cells, int count) {
    const D d;
    V best = hn::Zero(d);
    for (int i = 0; i < count; i += static_cast<int>(Sq::lanes)) best = hn::Max(best, hn::LoadU(d, cells + i));
    alignas(64) T lanes[Sq::lanes];
    hn::Store(best, d, lanes);
    return *std::max_element(lanes, lanes + Sq::lanes);
  }

  // A plain tile is one basin: its level is the greatest that it has or is offered.
  std::uint32_t RaisePlain(T level, T offered) {
    for (int z = has_planes_ ? -1 : 0; z <= (has_planes_ ? depth_ : 0); ++z) {
      if (z < 0 || z == depth_) offered = std::max(offered, Greatest(plane(z).cells, cells_per_plane));
      for (int which = 0; which < 4; ++which) {
        const T* const line = plane(z).line(which);
        offered = std::max({offered, Greatest(line, Side), line[-1], line[Side]});
      }
    }
    const T raised = std::min(offered, job_.limits.line(tile_, 0, Lines::top)[0]);
    if (raised <= level) return 0;
    ShowPlain(job_.levels, raised);
    return has_planes_ ? Directions() : OnlyRaised(Directions());
  }

  // Every direction in which there are neighbours at this connectivity.
  std::uint32_t Directions() const {
    std::uint32_t all = 0;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int moves = (dz != 0) + (dy != 0) + (dx != 0);
          if (moves >= 1 && moves <= job_.connectivity) all |= 1u << towards(dz, dy, dx);
        }
    return all;
  }

  std::uint64_t AllPlanes() const { return ~std::uint64_t{0} >> (64 - depth_); }

  // The planes whose edges the neighbours would raise. In rank 3 with corners one may be named though the neighbours
  // in question are a step too far: a flood too many, never one too few.
  std::uint64_t PlanesReached() { return job_.connectivity == 1 ? PlanesReached<false>() : PlanesReached<true>(); }
  template <bool corners>
  std::uint64_t PlanesReached() {
    std::uint64_t reached = 0;
    for (int z = 0; z < depth_; ++z)
      if (LinesReached<corners>(z)) reached |= std::uint64_t{1} << z;
    if (has_planes_ && FaceReached<corners>(0, -1)) reached |= 1;
    if (has_planes_ && FaceReached<corners>(1, depth_)) reached |= std::uint64_t{1} << (depth_ - 1);
    return reached;
  }
  template <bool corners>
  bool LinesReached(int z) {
    const int beside = corners && has_planes_ ? 1 : 0;
    for (int which = 0; which < 4; ++which) {
      const auto line = static_cast<typename Lines::Line>(which);
      for (int from = z - beside; from <= z + beside; ++from)
        if (Sq::template LineWouldRaise<corners>(job_.levels.line(tile_, z, line), job_.limits.line(tile_, z, line),
                                                 plane(from).line(which)))
          return true;
    }
    return false;
  }
  template <bool corners>
  bool FaceReached(int face, int from) {
    return Sq::template TakeFromPlane < corners ? 3 : 1,
           true >
               (job_.levels.face(tile_, face), job_.limits.face(tile_, face), plane(from).cells, plane(from).frame());
  }

  void Flood(std::uint64_t reached, bool is_new) {
    switch (job_.connectivity) {
      case 1:
        return Flood<1>(reached, is_new);
      case 2:
        return Flood<2>(reached, is_new);
      default:
        return Flood<3>(reached, is_new);
    }
  }

  // Raises a plane by one beside it.
  template <int connectivity>
  bool Take(int z, int from) {
    return Sq::template TakeFromPlane<connectivity, false>(plane(z).cells, limits_[z].cells, plane(from).cells,
                                                           plane(from).frame());
  }

  // Planes take turns: each that was reached is flooded and then offers to the next and to the one before, until none
  // has anything to offer.
  template <int connectivity>
  void Flood(std::uint64_t reached, bool is_new) {
    std::uint64_t up = 0, down = 0;  // planes that may raise the next, or the one before
    for (int z = 0; z < depth_; ++z) {
      const std::uint64_t bit = std::uint64_t{1} << z;
      const bool is_reached = (reached & bit) != 0;
      bool raised = is_reached;
      if (is_reached && has_planes_) Take<connectivity>(z, z + 1);
      if ((is_reached && has_planes_) || (z > 0 && (up & bit >> 1))) raised |= Take<connectivity>(z, z - 1);
      if (!raised) continue;
      FloodPlane<(connectivity > 1)>(z, is_new);
      up |= bit;
      down |= bit;
    }
    for (up = 0; up | down;) {
      for (int z = depth_ - 2; z >= 0; --z) TakeTurn<connectivity>(z, z + 1, down, up);
      down = 0;
      for (int z = 1; z < depth_; ++z) TakeTurn<connectivity>(z, z - 1, up, down);
      up = 0;
    }
  }

  // Lets plane z take from plane `from` if that is among the `offering`; if it is raised, it offers on both ways.
  template <int connectivity>
  void TakeTurn(int z, int from, std::uint64_t& offering, std::uint64_t& returning) {
    if (!(offering >> from & 1) || !Take<connectivity>(z, from)) return;
    FloodPlane<(connectivity > 1)>(z, false);
    offering |= std::uint64_t{1} << z;
    returning |= std::uint64_t{1} << z;
  }

  template <bool corners>
  void FloodPlane(int z, bool is_new) {
    Plane& p = plane(z);
    Limits& l = limits_[z];
    Sq::template Flood<corners>(is_new, p.cells, l.cells, l.turned, l.is_turned, turned_, p.frame());
  }

  struct Shown {
    bool line[4];
    bool corner[2][2];  // top and bottom, left and right
    bool face[2];       // front and back
  };

  // Publishes the edges of one plane and tells which changed.
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
    if (has_planes_ && z == 0) shown.face[0] = write_shared(cells, edges.face(tile_, 0), cells_per_plane);
    if (has_planes_ && z == depth_ - 1) shown.face[1] = write_shared(cells, edges.face(tile_, 1), cells_per_plane);
    return shown;
  }

  // Publishes the edges of all planes and returns the neighbours that see a change.
  std::uint32_t ShowEdges() {
    std::uint32_t wakes = 0;
    for (int z = 0; z < depth_; ++z) {
      const Shown shown = Show(job_.levels, z, plane(z).cells);
      for (int dz = z == 0 ? -1 : 0; dz <= (z == depth_ - 1 ? 1 : 0); ++dz) {
        wakes |= std::uint32_t{shown.line[Lines::top]} << towards(dz, -1, 0);
        wakes |= std::uint32_t{shown.line[Lines::bottom]} << towards(dz, 1, 0);
        wakes |= std::uint32_t{shown.line[Lines::left]} << towards(dz, 0, -1);
        wakes |= std::uint32_t{shown.line[Lines::right]} << towards(dz, 0, 1);
        for (int i = 0; i < 4; ++i)
          wakes |= std::uint32_t{shown.corner[i / 2][i % 2]} << towards(dz, i / 2 ? 1 : -1, i % 2 ? 1 : -1);
        if (dz != 0) wakes |= std::uint32_t{shown.face[dz > 0]} << towards(dz, 0, 0);
      }
    }
    wakes &= Directions();
    return has_planes_ ? wakes : OnlyRaised(wakes);
  }

  // In rank 2, where it is cheap to know, leaves out neighbours that would not be raised: most often the one that the
  // water came from.
  std::uint32_t OnlyRaised(std::uint32_t wakes) {
    std::uint32_t raised = 0;
    for (; wakes; wakes &= wakes - 1) {
      const int direction = std::countr_zero(wakes);
      const int dy = direction / 3 % 3 - 1, dx = direction % 3 - 1;
      if (Raises(dy, dx)) raised |= 1u << direction;
    }
    return raised;
  }
  bool Raises(int dy, int dx) {
    const std::int64_t other = job_.grid.neighbour(at_, 0, dy, dx);
    if (other < 0) return false;
    // An unseen tile may be on its first visit just now and have read this tile's edges before they changed.
    if (job_.kinds[other].load(std::memory_order_acquire) == TileKind::unseen) return true;
    const auto mine = dy < 0 ? Lines::top : dy > 0 ? Lines::bottom : dx < 0 ? Lines::left : Lines::right;
    const auto theirs = dy < 0 ? Lines::bottom : dy > 0 ? Lines::top : dx < 0 ? Lines::right : Lines::left;
    alignas(64) T level[Side], limit[Side], offer[pad + Side + pad];
    read_shared(job_.levels.line(other, 0, theirs), level, Side);
    read_shared(job_.limits.line(other, 0, theirs), limit, Side);
    const T* const line = job_.levels.line(tile_, 0, mine);
    if (dy != 0 && dx != 0) {
      const int here = dx < 0 ? 0 : Side - 1, there = Side - 1 - here;
      return std::min(line[here], limit[there]) > level[there];
    }
    std::memcpy(offer + pad, line, Side * sizeof(T));
    offer[pad - 1] = offer[pad + Side] = 0;
    return job_.connectivity == 1 ? Sq::template LineWouldRaise<false>(level, limit, offer + pad)
                                  : Sq::template LineWouldRaise<true>(level, limit, offer + pad);
  }

  // Publishes one level for all edges of the tile.
  void ShowPlain(const Edges<T>& edges, T level) {
    std::fill(turned_, turned_ + (has_planes_ ? cells_per_plane : Side), level);
    for (int z = 0; z < depth_; ++z)
      for (int which = 0; which < 4; ++which)
        write_shared(turned_, edges.line(tile_, z, static_cast<typename Lines::Line>(which)), Side);
    for (int face = 0; has_planes_ && face < 2; ++face) write_shared(turned_, edges.face(tile_, face), cells_per_plane);
  }

  const FloodJob<T>& job_;
  std::int64_t tile_;
  Extent3 at_;
  int depth_;
  bool has_planes_;
  Plane* planes_;   // the plane before, the tile's own, the plane behind
  Limits* limits_;  // of the tile's own planes
  T* turned_;       // scratch of one plane
};

template <class T, int Side>
constexpr FloodFunctions<T> FunctionsOf() {
  return {Side, Visit<T, Side>::ScratchBytes, Visit<T, Side>::Run, Visit<T, Side>::Prefetch,
          Visit<T, Side>::WritePlain};
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
