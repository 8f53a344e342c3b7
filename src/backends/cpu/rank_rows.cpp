#include "backends/cpu/rank_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/rank_rows.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <array>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class K>
struct Rows {
  using D = hn::ScalableTag<K>;
  using V = hn::Vec<D>;
  using Offsets = typename RankRows<K>::Offsets;

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
      hn::StoreU(number, d, to + x);
    }
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
      if (hn::AllFalse(d, rim)) continue;
      alignas(8) std::array<std::uint8_t, 8 + HWY_MAX_BYTES / 8> bits{};
      hn::StoreMaskBits(d, rim, bits.data());
      for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
        to[found] = static_cast<std::int32_t>(x) + static_cast<std::int32_t>(lane);
        const bool inside = x + static_cast<std::int64_t>(lane) < count;
        found += (bits[lane / 8] >> lane % 8 & 1) & inside;
      }
    }
    return found;
  }

  static RankRows<K> All() { return {Least, Ground, Rim}; }
};

RankRows<std::uint16_t> Rows16() { return Rows<std::uint16_t>::All(); }
RankRows<std::uint32_t> Rows32() { return Rows<std::uint32_t>::All(); }
RankRows<std::uint64_t> Rows64() { return Rows<std::uint64_t>::All(); }

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {
namespace {

// Wide ranks, which no vector holds, one by one.
using Wide = RankRows<WideRank>;

void wide_least(const WideRank* at, std::int64_t count, Wide::Offsets offsets, std::uint64_t* to) {
  for (std::int64_t x = 0; x < count; ++x) {
    WideRank least = Ranks<WideRank>::wall;
    to[x] = offsets.size();
    for (std::size_t k = 0; k < offsets.size(); ++k)
      if (at[x + offsets[k]] < least) least = at[x + offsets[k]], to[x] = k;
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

HWY_EXPORT(Rows16);
HWY_EXPORT(Rows32);
HWY_EXPORT(Rows64);

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
  return {wide_least, wide_ground, wide_rim};
}

}  // namespace preamar::cpu
#endif
