// The best value of a neighbourhood, vectorised over x. The maximum of 2^k adjacent cells is that of their two halves.
// Any run of n cells is the union of two overlapping runs of the largest 2^k <= n cells. So a run costs O(log n) maxima
// for all levels, and one more per cell of the result.
#if defined(PREAMAR_STENCIL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_STENCIL_INL
#undef PREAMAR_STENCIL_INL
#else
#define PREAMAR_STENCIL_INL
#endif

#include "backends/cpu/keys-inl.h"
#include "backends/cpu/stencil/stencil.h"

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
class Stencil {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static std::int64_t Lanes() { return static_cast<std::int64_t>(hn::Lanes(D())); }

  // The level k such that two runs of 2^k cells cover a run of `cells`.
  static int LevelOf(std::int64_t cells) { return std::bit_width(static_cast<std::uint64_t>(cells)) - 1; }

  // to[i] = the key of from[i]. Writes complete vectors.
  static void LoadKeys(const Keys<T>& keys, const T* from, T* to, std::int64_t count) {
    const D d;
    const std::int64_t n = Lanes();
    std::int64_t i = 0;
    for (; i + n <= count; i += n) hn::StoreU(KeyFromBits(d, hn::LoadU(d, from + i), keys), d, to + i);
    if (i >= count) return;
    alignas(64) T rest[HWY_MAX_BYTES / sizeof(T)] = {};
    std::memcpy(rest, from + i, static_cast<std::size_t>(count - i) * sizeof(T));
    hn::StoreU(KeyFromBits(d, hn::Load(d, rest), keys), d, to + i);
    std::fill(to + count, to + i + n, T{0});
  }

  // A mask of the lowest `count` lanes, at most all.
  static void StoreBits(const Keys<T>& keys, V key, T* to, std::int64_t count) {
    const D d;
    const V bits = BitsFromKey(d, key, keys);
    if (count >= Lanes()) return hn::StoreU(bits, d, to);
    alignas(64) T rest[HWY_MAX_BYTES / sizeof(T)];
    hn::Store(bits, d, rest);
    std::memcpy(to, rest, static_cast<std::size_t>(count) * sizeof(T));
  }

  // to[i] = max(from[i], from[i + step]), ascending, so `from` may be `to`. May read and write a vector beyond `count`.
  static void TakeGreater(const T* from, T* to, std::int64_t count, std::int64_t step) {
    const D d;
    const std::int64_t n = Lanes();
    for (std::int64_t i = 0; i < count; i += n)
      hn::StoreU(hn::Max(hn::LoadU(d, from + i), hn::LoadU(d, from + i + step)), d, to + i);
  }

 public:
  static std::int64_t LineScratch(std::int64_t length, std::int64_t width, std::int64_t radius) {
    return (length + 2 * radius) * width + 2 * Lanes();
  }

  // The line, padded by `radius` elements of the worst key on both sides, is one array; an element has `width` cells.
  // Doubling is done in place.
  static void Line(const Keys<T>& keys, const T* from, T* to, std::int64_t length, std::int64_t stride,
                   std::int64_t width, std::int64_t radius, T* scratch) {
    const D d;
    const auto* from_bytes = reinterpret_cast<const std::byte*>(from);
    auto* to_bytes = reinterpret_cast<std::byte*>(to);
    std::fill(scratch, scratch + radius * width, T{0});
    T* const middle = scratch + radius * width;
    // Adjacent elements are loaded and stored together.
    const bool is_dense = stride == width * static_cast<std::int64_t>(sizeof(T));
    const std::int64_t strips = is_dense ? 1 : length, strip = is_dense ? length * width : width;
    for (std::int64_t i = 0; i < strips; ++i)
      LoadKeys(keys, reinterpret_cast<const T*>(from_bytes + i * stride), middle + i * strip, strip);
    std::fill(middle + length * width, scratch + LineScratch(length, width, radius), T{0});

    const std::int64_t run = 2 * radius + 1;
    std::int64_t done = 1, cells = (length + 2 * radius) * width;
    for (; 2 * done <= run; done *= 2) {
      cells -= done * width;
      TakeGreater(scratch, scratch, cells, done * width);
    }
    for (std::int64_t i = 0; i < strips; ++i) {
      const T* const first = scratch + i * strip;
      const T* const last = first + (run - done) * width;
      T* const row = reinterpret_cast<T*>(to_bytes + i * stride);
      for (std::int64_t x = 0; x < strip; x += Lanes())
        StoreBits(keys, hn::Max(hn::LoadU(d, first + x), hn::LoadU(d, last + x)), row + x, strip - x);
    }
  }

 private:
  // The rows that a block reads, each at every level.
  struct Rows {
    Rows(const StencilJob<T>& job, const Box3& block)
        : z(std::max<std::int64_t>(0, block.z - job.reach.dz)),
          y(std::max<std::int64_t>(0, block.y - job.reach.dy)),
          planes(std::min(job.planes, block.z + block.planes + job.reach.dz) - z),
          rows(std::min(job.rows, block.y + block.rows + job.reach.dy) - y),
          levels(LevelOf(2 * job.reach.half + 1) + 1),
          length((block.columns + 2 * job.reach.half + 5 * Lanes()) / Lanes() * Lanes()) {}

    [[nodiscard]] std::int64_t cells() const { return planes * rows * levels * length + Lanes(); }
    [[nodiscard]] std::int64_t place(std::int64_t at_z, std::int64_t at_y) const {
      return ((at_z - z) * rows + at_y - y) * levels * length;
    }

    std::int64_t z, y, planes, rows, levels, length;
  };

  // Cell x of the block is at index half + x of a row; cells outside the image have the worst key.
  static void LoadRows(const StencilJob<T>& job, const Box3& block, const Rows& rows, T* scratch) {
    const std::int64_t half = job.reach.half;
    const std::int64_t begin = std::max<std::int64_t>(0, block.x - half);
    const std::int64_t end = std::min(job.columns, block.x + block.columns + half);
    const std::int64_t before = begin - (block.x - half);
    for (std::int64_t z = rows.z; z < rows.z + rows.planes; ++z)
      for (std::int64_t y = rows.y; y < rows.y + rows.rows; ++y) {
        T* const row = scratch + rows.place(z, y);
        std::fill(row, row + before, T{0});
        LoadKeys(job.keys, job.image.row(z, y) + begin, row + before, end - begin);
        std::fill(row + before + end - begin, row + rows.length, T{0});
        for (std::int64_t level = 1, run = 1; level < rows.levels; ++level, run *= 2) {
          const T* const below = row + (level - 1) * rows.length;
          // The last cells of a level would need cells beyond the row; no requested run uses them.
          TakeGreater(below, row + level * rows.length, rows.length - Lanes() - run, run);
        }
      }
  }

  // A chord that intersects the image, as the two runs that cover it, for the block's first cell.
  struct Runs {
    const T* first;
    const T* last;
  };

  static V Greatest(const std::vector<Runs>& runs, std::int64_t x) {
    const D d;
    V best = hn::Zero(d);
    for (const Runs& run : runs) best = hn::Max(best, hn::Max(hn::LoadU(d, run.first + x), hn::LoadU(d, run.last + x)));
    return best;
  }

  static V Result(StencilValue value, V best, V here) {
    return value == StencilValue::best ? best : hn::IfThenElseZero(hn::Gt(best, here), here);
  }

  static void Row(const StencilJob<T>& job, const std::vector<Runs>& runs, const T* here, T* to, std::int64_t columns) {
    const D d;
    const std::int64_t n = Lanes();
    std::int64_t x = 0;
    for (; x + 4 * n <= columns; x += 4 * n) {
      V a = hn::Zero(d), b = a, c = a, e = a;
      for (const Runs& run : runs) {
        const T* const first = run.first + x;
        const T* const last = run.last + x;
        a = hn::Max(a, hn::Max(hn::LoadU(d, first), hn::LoadU(d, last)));
        b = hn::Max(b, hn::Max(hn::LoadU(d, first + n), hn::LoadU(d, last + n)));
        c = hn::Max(c, hn::Max(hn::LoadU(d, first + 2 * n), hn::LoadU(d, last + 2 * n)));
        e = hn::Max(e, hn::Max(hn::LoadU(d, first + 3 * n), hn::LoadU(d, last + 3 * n)));
      }
      StoreBits(job.keys, Result(job.value, a, hn::LoadU(d, here + x)), to + x, n);
      StoreBits(job.keys, Result(job.value, b, hn::LoadU(d, here + x + n)), to + x + n, n);
      StoreBits(job.keys, Result(job.value, c, hn::LoadU(d, here + x + 2 * n)), to + x + 2 * n, n);
      StoreBits(job.keys, Result(job.value, e, hn::LoadU(d, here + x + 3 * n)), to + x + 3 * n, n);
    }
    for (; x < columns; x += n)
      StoreBits(job.keys, Result(job.value, Greatest(runs, x), hn::LoadU(d, here + x)), to + x, columns - x);
  }

 public:
  static std::int64_t BallScratch(const StencilJob<T>& job, const Box3& block) { return Rows(job, block).cells(); }

  static void Ball(const StencilJob<T>& job, const Box3& block, T* scratch) {
    const Rows rows(job, block);
    LoadRows(job, block, rows, scratch);
    std::vector<Runs> runs;
    for (std::int64_t z = block.z; z < block.z + block.planes; ++z)
      for (std::int64_t y = block.y; y < block.y + block.rows; ++y) {
        runs.clear();
        for (const auto& [dz, dy, half] : job.chords) {
          if (z + dz < 0 || z + dz >= job.planes || y + dy < 0 || y + dy >= job.rows) continue;
          const int level = LevelOf(2 * half + 1);
          const T* const row = scratch + rows.place(z + dz, y + dy) + level * rows.length + job.reach.half;
          runs.push_back({row - half, row + half + 1 - (std::int64_t{1} << level)});
        }
        const T* const here = scratch + rows.place(z, y) + job.reach.half;
        Row(job, runs, here, job.out.row(z, y) + block.x, block.columns);
      }
  }
};

template <class T>
constexpr StencilFunctions<T> StencilFunctionsOf() {
  return {Stencil<T>::BallScratch, Stencil<T>::Ball, Stencil<T>::LineScratch, Stencil<T>::Line};
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
