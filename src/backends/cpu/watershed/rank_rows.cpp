#include "backends/cpu/watershed/rank_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/watershed/rank_rows.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/mask_bits-inl.h"

#include <hwy/highway.h>

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class K>
struct Rows {
  using D = hn::ScalableTag<K>;
  using V = hn::Vec<D>;
  using Offsets = typename RankRows<K>::Offsets;

  // Writes the indices, from x on, of the lanes that are set, below `count`. Returns their number.
  static std::int64_t List(hn::Mask<D> set, std::int64_t x, std::int64_t count, std::int32_t* to) {
    const D d;
    if (hn::AllFalse(d, set)) return 0;
    std::uint64_t bits = BitsOf(d, set);
    if (count - x < 64) bits &= (std::uint64_t{1} << (count - x)) - 1;
    std::int64_t found = 0;
    for (; bits != 0; bits &= bits - 1) to[found++] = static_cast<std::int32_t>(x) + std::countr_zero(bits);
    return found;
  }

  static void Least(const K* at, std::int64_t count, Offsets offsets, K* to) {
    const D d;
    const V wall = hn::Set(d, Ranks<K>::wall);
    for (std::int64_t x = 0; x < count; x += static_cast<std::int64_t>(hn::Lanes(d))) {
      V least = wall, number = hn::Set(d, static_cast<K>(offsets.size()));
      for (std::size_t k = 0; k < offsets.size(); ++k) {
        const V other = hn::LoadU(d, at + x + offsets[k]);
        number = hn::IfThenElse(hn::Lt(other, least), hn::Set(d, static_cast<K>(k)), number);
        least = hn::Min(least, other);
      }
      const auto is_wall = hn::Eq(hn::LoadU(d, at + x), wall);
      hn::StoreU(hn::IfThenElse(is_wall, hn::Set(d, static_cast<K>(offsets.size() + 1)), number), d, to + x);
    }
  }

  static std::int64_t Roots(const K* at, std::int64_t count, Offsets offsets, std::int32_t* to) {
    const D d;
    const std::size_t most = offsets.size();
    std::int64_t found = 0;
    for (std::int64_t x = 0; x < count; x += static_cast<std::int64_t>(hn::Lanes(d))) {
      const V number = hn::LoadU(d, at + x);
      auto root = hn::Eq(number, hn::Set(d, static_cast<K>(most)));
      for (std::size_t k = most / 2; k < most; ++k) {
        const auto there = hn::Eq(number, hn::Set(d, static_cast<K>(k)));
        const auto back = hn::Eq(hn::LoadU(d, at + x + offsets[k]), hn::Set(d, static_cast<K>(most - 1 - k)));
        root = hn::Or(root, hn::And(there, back));
      }
      found += List(root, x, count, to + found);
    }
    return found;
  }

  static V Floor(const Ranks<K>& ranks, V rank) {
    const D d;
    return hn::And(rank, hn::Set(d, ranks.floor(Ranks<K>::wall)));
  }

  static void Ground(const Ranks<K>& ranks, const K* at, std::int64_t count, Offsets offsets, K* to) {
    const D d;
    const V wall = hn::Set(d, Ranks<K>::wall);
    for (std::int64_t x = 0; x < count; x += static_cast<std::int64_t>(hn::Lanes(d))) {
      const V rank = hn::LoadU(d, at + x), floor = Floor(ranks, rank);
      V least = wall;
      for (const std::int64_t offset : offsets) least = hn::Min(least, hn::LoadU(d, at + x + offset));
      const V below = hn::IfThenElse(hn::Lt(least, floor), floor, rank);
      hn::StoreU(hn::IfThenElse(hn::Eq(rank, wall), wall, below), d, to + x);
    }
  }

  static std::int64_t Rim(const Ranks<K>& ranks, const K* at, std::int64_t count, Offsets offsets, std::int32_t* to) {
    const D d;
    const V wall = hn::Set(d, Ranks<K>::wall);
    std::int64_t found = 0;
    for (std::int64_t x = 0; x < count; x += static_cast<std::int64_t>(hn::Lanes(d))) {
      const V rank = hn::LoadU(d, at + x), floor = Floor(ranks, rank);
      const auto plain = hn::Or(hn::Eq(rank, floor), hn::Eq(rank, wall));
      if (hn::AllTrue(d, plain)) continue;
      auto beside = hn::Eq(hn::LoadU(d, at + x + offsets[0]), floor);
      for (const std::int64_t offset : offsets.subspan(1))
        beside = hn::Or(beside, hn::Eq(hn::LoadU(d, at + x + offset), floor));
      const auto rim = hn::AndNot(plain, beside);
      found += List(rim, x, count, to + found);
    }
    return found;
  }

  static RankRows<K> All() { return {Least, Roots, Ground, Rim}; }
};

std::int64_t Differing(const std::uint32_t* at, std::int64_t count, std::int64_t offset, std::uint32_t limit,
                       std::int32_t* to) {
  const hn::ScalableTag<std::uint32_t> d;
  const auto most = hn::Set(d, limit);
  std::int64_t found = 0;
  for (std::int64_t x = 0; x < count; x += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto here = hn::LoadU(d, at + x), other = hn::LoadU(d, at + x + offset);
    auto differ = hn::AndNot(hn::Eq(here, other), hn::Lt(hn::Max(here, other), most));
    if (count - x < static_cast<std::int64_t>(hn::Lanes(d)))
      differ = hn::And(differ, hn::FirstN(d, static_cast<std::size_t>(count - x)));
    const auto places = hn::Iota(d, static_cast<std::uint32_t>(x));
    found +=
        static_cast<std::int64_t>(hn::CompressStore(places, differ, d, reinterpret_cast<std::uint32_t*>(to) + found));
  }
  return found;
}

RankRows<std::uint16_t> Rows16() { return Rows<std::uint16_t>::All(); }
RankRows<std::uint32_t> Rows32() { return Rows<std::uint32_t>::All(); }
RankRows<std::uint64_t> Rows64() { return Rows<std::uint64_t>::All(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {
namespace {

// Wide ranks do not fit vectors: one by one.
using Wide = RankRows<WideRank>;

void wide_least(const WideRank* at, std::int64_t count, Wide::Offsets offsets, std::uint64_t* to) {
  for (std::int64_t x = 0; x < count; ++x) {
    WideRank least = Ranks<WideRank>::wall;
    to[x] = offsets.size();
    for (std::size_t k = 0; k < offsets.size(); ++k)
      if (at[x + offsets[k]] < least) least = at[x + offsets[k]], to[x] = k;
    if (at[x] == Ranks<WideRank>::wall) to[x] = offsets.size() + 1;
  }
}

void wide_ground(const Ranks<WideRank>& ranks, const WideRank* at, std::int64_t count, Wide::Offsets offsets,
                 WideRank* to) {
  for (std::int64_t x = 0; x < count; ++x) {
    const WideRank rank = at[x], floor = ranks.floor(rank);
    bool low = false;
    for (const std::int64_t offset : offsets) low |= at[x + offset] < floor;
    to[x] = low && rank != Ranks<WideRank>::wall ? floor : rank;
  }
}

std::int64_t wide_rim(const Ranks<WideRank>& ranks, const WideRank* at, std::int64_t count, Wide::Offsets offsets,
                      std::int32_t* to) {
  std::int64_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const WideRank rank = at[x], floor = ranks.floor(rank);
    if (rank == floor || rank == Ranks<WideRank>::wall) continue;
    bool beside = false;
    for (const std::int64_t offset : offsets) beside |= at[x + offset] == floor;
    if (beside) to[found++] = static_cast<std::int32_t>(x);
  }
  return found;
}

}  // namespace

HWY_EXPORT(Differing);
HWY_EXPORT(Rows16);
HWY_EXPORT(Rows32);
HWY_EXPORT(Rows64);

std::int64_t differing(const std::uint32_t* at, std::int64_t count, std::int64_t offset, std::uint32_t limit,
                       std::int32_t* to) {
  return HWY_DYNAMIC_DISPATCH(Differing)(at, count, offset, limit, to);
}

template <>
RankRows<std::uint16_t> rank_rows() {
  return HWY_DYNAMIC_DISPATCH(Rows16)();
}
template <>
RankRows<std::uint32_t> rank_rows() {
  return HWY_DYNAMIC_DISPATCH(Rows32)();
}
template <>
RankRows<std::uint64_t> rank_rows() {
  return HWY_DYNAMIC_DISPATCH(Rows64)();
}
template <>
RankRows<WideRank> rank_rows() {
  return {wide_least, HWY_DYNAMIC_DISPATCH(Rows64)().roots, wide_ground, wide_rim};
}

}  // namespace preamar::cpu
#endif
