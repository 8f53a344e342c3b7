// A visit to a tile: gather the neighbours' edges, load, flood to the fixed point, store, publish the tile's edges.
#if defined(PREAMAR_FLOOD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_FLOOD_INL
#undef PREAMAR_FLOOD_INL
#else
#define PREAMAR_FLOOD_INL
#endif

#include "backends/cpu/flood/flood.h"
#include "backends/cpu/flood/square-inl.h"
#include "backends/cpu/flood/tile_copy-inl.h"
#include "backends/cpu/flood/trickle.h"
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
  using Tile = TileCopy<T, Side>;
  using Sq = typename Tile::Sq;
  using D = typename Sq::D;
  using V = typename Sq::V;
  using Lines = Edges<T>;
  using Plane = typename Tile::Plane;

 public:
  static std::uint32_t Run(const FloodJob<T>& job, std::int64_t tile, void* scratch) {
    return Visit(job, tile, scratch).Run();
  }

  static void Prefetch(const FloodJob<T>& job, std::int64_t tile) {
    const TileKind kind = job.kinds[tile].load(std::memory_order_relaxed);
    if (kind == TileKind::plain) return;
    const Tile copy(job, tile, nullptr);
    const auto& levels = kind == TileKind::unseen ? job.seed : job.state;
    for (int z = 0; z < copy.PlanesInside(); ++z)
      for (int y = 0; y < copy.RowsInside(); ++y)
        for (std::size_t byte = 0; byte < Side * sizeof(T); byte += 64) {
          hwy::Prefetch(copy.RowOf(job.limit, z, y) + byte);
          hwy::Prefetch(copy.RowOf(levels, z, y) + byte);
        }
  }

  static void WritePlain(const FloodJob<T>& job, std::int64_t tile) {
    const Tile copy(job, tile, nullptr);
    const V bits = BitsFromKey(D(), hn::Set(D(), job.levels.line(tile, 0, Lines::top)[0]), job.keys);
    for (int z = 0; z < job.grid.depth; ++z)
      for (int y = 0; y < Side; ++y) {
        T* const to = reinterpret_cast<T*>(const_cast<std::byte*>(copy.RowOf(job.state, z, y)));
        for (std::size_t j = 0; j < Sq::vectors; ++j) hn::StoreU(bits, D(), to + j * Sq::lanes);
      }
  }

 private:
  Visit(const FloodJob<T>& job, std::int64_t tile, void* scratch)
      : job_(job), tile_(tile), at_(job.grid.place(tile)), copy_(job, tile, scratch), depth_(copy_.depth()) {}

  std::uint32_t Run() {
    copy_.GatherNeighbours();
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
    std::uint32_t wakes = 0;
    if (!copy_.has_planes() && FloodByCells(wakes)) return OnlyRaised(wakes);
    copy_.LoadLevels(job_.state);
    copy_.LoadLimits();
    Flood(reached, false);
    copy_.StoreLevels();
    return ShowEdges(wakes);
  }

  std::uint32_t FirstVisit() {
    copy_.LoadLimits();
    copy_.LoadLevels(job_.seed);
    if (IsPlain()) {
      copy_.ShowPlain(job_.limits, copy_.limits(0).cells[0]);
      job_.kinds[tile_].store(TileKind::plain, std::memory_order_release);
      T seed = 0;
      for (int z = 0; z < depth_; ++z) seed = std::max(seed, Greatest(plane(z).cells, Tile::cells_per_plane));
      return RaisePlain(0, seed);
    }
    for (int z = 0; z < depth_; ++z) copy_.Show(job_.limits, z, copy_.limits(z).cells);
    job_.kinds[tile_].store(TileKind::textured, std::memory_order_release);
    for (int z = 0; z < depth_; ++z) copy_.ClampToLimit(z);
    Flood(AllPlanes(), true);
    copy_.StoreLevels();
    return ShowEdges(0);
  }

  Plane& plane(int z) const { return copy_.plane(z); }

  // Whether the whole tile is inside the image and has one limit.
  bool IsPlain() {
    if (copy_.PlanesInside() < depth_ || copy_.RowsInside() < Side || copy_.ColumnsInside() < Side) return false;
    const D d;
    const V first = hn::Set(d, copy_.limits(0).cells[0]);
    for (int z = 0; z < depth_; ++z)
      for (int y = 0; y < Side; ++y) {
        V differs = hn::Zero(d);
        for (std::size_t j = 0; j < Sq::vectors; ++j)
          differs = hn::Or(differs, hn::Xor(first, hn::Load(d, copy_.limits(z).cells + y * Side + j * Sq::lanes)));
        if (Sq::Any(differs)) return false;
      }
    return true;
  }

  // The largest key in `count` cells.
  static T Greatest(const T* cells, int count) {
    const D d;
    V best = hn::Zero(d);
    for (int i = 0; i < count; i += static_cast<int>(Sq::lanes)) best = hn::Max(best, hn::LoadU(d, cells + i));
    alignas(64) T lanes[Sq::lanes];
    hn::Store(best, d, lanes);
    return *std::max_element(lanes, lanes + Sq::lanes);
  }

  // A tile with one limit is one basin: its level is the maximum of its own level and the offers.
  std::uint32_t RaisePlain(T level, T offered) {
    for (int z = copy_.has_planes() ? -1 : 0; z <= (copy_.has_planes() ? depth_ : 0); ++z) {
      if (z < 0 || z == depth_) offered = std::max(offered, Greatest(plane(z).cells, Tile::cells_per_plane));
      for (int which = 0; which < 4; ++which) {
        const T* const line = plane(z).line(which);
        offered = std::max({offered, Greatest(line, Side), line[-1], line[Side]});
      }
    }
    const T raised = std::min(offered, job_.limits.line(tile_, 0, Lines::top)[0]);
    if (raised <= level) return 0;
    copy_.ShowPlain(job_.levels, raised);
    return copy_.has_planes() ? Directions() : OnlyRaised(Directions());
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

  // Floods cell by cell if little water enters. Returns false if there is, or was, too much for that; then `wakes`
  // holds the neighbours to wake so far.
  bool FloodByCells(std::uint32_t& wakes) {
    typename Sq::Raised raised[4];
    int count = 0;
    for (int which = 0; which < 4; ++which) {
      const auto line = static_cast<typename Lines::Line>(which);
      const T* const level = job_.levels.line(tile_, 0, line);
      const T* const limit = job_.limits.line(tile_, 0, line);
      if (job_.connectivity == 1)
        Sq::template LineRaised<false>(level, limit, plane(0).line(which), raised[which]);
      else
        Sq::template LineRaised<true>(level, limit, plane(0).line(which), raised[which]);
      count += raised[which].count;
    }
    if (count > Trickle<T>::most_seeds) return false;
    Trickle<T> trickle(job_, tile_);
    for (int which = 0; which < 4; ++which)
      for (int i = 0; i < raised[which].count; ++i) {
        const int at = raised[which].index[i];
        const int y = which == Lines::top ? 0 : which == Lines::bottom ? Side - 1 : at;
        const int x = which == Lines::left ? 0 : which == Lines::right ? Side - 1 : at;
        trickle.seed(y, x, raised[which].level[i]);
      }
    const bool at_rest = trickle.run();
    wakes = trickle.wakes() & Directions();
    return at_rest;
  }

  std::uint64_t AllPlanes() const { return ~std::uint64_t{0} >> (64 - depth_); }

  // The planes whose edges the neighbours would raise. In rank 3 with corners, it may include a plane whose neighbours
  // are one step too far: an unnecessary flood, never a missing one.
  std::uint64_t PlanesReached() { return job_.connectivity == 1 ? PlanesReached<false>() : PlanesReached<true>(); }
  template <bool corners>
  std::uint64_t PlanesReached() {
    std::uint64_t reached = 0;
    for (int z = 0; z < depth_; ++z)
      if (LinesReached<corners>(z)) reached |= std::uint64_t{1} << z;
    if (copy_.has_planes() && FaceReached<corners>(0, -1)) reached |= 1;
    if (copy_.has_planes() && FaceReached<corners>(1, depth_)) reached |= std::uint64_t{1} << (depth_ - 1);
    return reached;
  }
  template <bool corners>
  bool LinesReached(int z) {
    const int beside = corners && copy_.has_planes() ? 1 : 0;
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

  // Raises a plane by the plane next to it.
  template <int connectivity>
  bool Take(int z, int from) {
    return Sq::template TakeFromPlane<connectivity, false>(plane(z).cells, copy_.limits(z).cells, plane(from).cells,
                                                           plane(from).frame());
  }

  // Floods planes in turns: each plane that was raised is flooded and then offers to the next and to the previous one,
  // until no plane has an offer.
  template <int connectivity>
  void Flood(std::uint64_t reached, bool is_new) {
    std::uint64_t up = 0, down = 0;  // planes that may raise the next, or the previous one
    for (int z = 0; z < depth_; ++z) {
      const std::uint64_t bit = std::uint64_t{1} << z;
      const bool is_reached = (reached & bit) != 0;
      bool raised = is_reached;
      if (is_reached && copy_.has_planes()) Take<connectivity>(z, z + 1);
      if ((is_reached && copy_.has_planes()) || (z > 0 && (up & bit >> 1))) raised |= Take<connectivity>(z, z - 1);
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

  // Lets plane z take from plane `from` if that is among the `offering`; if z is raised, it offers in both directions.
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
    auto& l = copy_.limits(z);
    Sq::template Flood<corners>(is_new, p.cells, l.cells, l.turned, l.is_turned, copy_.turned(), p.frame());
  }

  // Publishes the edges of all planes. Returns the neighbours that see a change, in addition to `wakes`.
  std::uint32_t ShowEdges(std::uint32_t wakes) {
    for (int z = 0; z < depth_; ++z) {
      const auto shown = copy_.Show(job_.levels, z, plane(z).cells);
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
    return copy_.has_planes() ? wakes : OnlyRaised(wakes);
  }

  // In rank 2, where the test is cheap, skips neighbours that would not be raised: most often the source of the water.
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
    // An unseen tile may be in its first visit right now and may have read this tile's edges before they changed.
    if (job_.kinds[other].load(std::memory_order_acquire) == TileKind::unseen) return true;
    const auto mine = dy < 0 ? Lines::top : dy > 0 ? Lines::bottom : dx < 0 ? Lines::left : Lines::right;
    const auto theirs = dy < 0 ? Lines::bottom : dy > 0 ? Lines::top : dx < 0 ? Lines::right : Lines::left;
    alignas(64) T level[Side], limit[Side], offer[Tile::pad + Side + Tile::pad];
    read_shared(job_.levels.line(other, 0, theirs), level, Side);
    read_shared(job_.limits.line(other, 0, theirs), limit, Side);
    const T* const line = job_.levels.line(tile_, 0, mine);
    if (dy != 0 && dx != 0) {
      const int here = dx < 0 ? 0 : Side - 1, there = Side - 1 - here;
      return std::min(line[here], limit[there]) > level[there];
    }
    std::memcpy(offer + Tile::pad, line, Side * sizeof(T));
    offer[Tile::pad - 1] = offer[Tile::pad + Side] = 0;
    return job_.connectivity == 1 ? Sq::template LineWouldRaise<false>(level, limit, offer + Tile::pad)
                                  : Sq::template LineWouldRaise<true>(level, limit, offer + Tile::pad);
  }

  const FloodJob<T>& job_;
  std::int64_t tile_;
  Extent3 at_;
  Tile copy_;
  int depth_;
};

template <class T, int Side>
constexpr FloodFunctions<T> FunctionsOf() {
  return {Side, TileCopy<T, Side>::ScratchBytes, Visit<T, Side>::Run, Visit<T, Side>::Prefetch,
          Visit<T, Side>::WritePlain};
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
