// Weighted sums, conversions and magnitudes of rows, in vectors over x.
#if defined(PREAMAR_FILTER_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_FILTER_ROWS_INL
#undef PREAMAR_FILTER_ROWS_INL
#else
#define PREAMAR_FILTER_ROWS_INL
#endif

#include "backends/cpu/convolve/filter_rows.h"
#include "backends/cpu/past_cache-inl.h"
#include "core/dispatch.h"
#include "primitives/rules/angle.h"
#include "primitives/rules/convert.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
using namespace primitives;
namespace hn = hwy::HWY_NAMESPACE;

template <class F>
using FTag = hn::ScalableTag<F>;
template <class F>
using FVec = hn::Vec<FTag<F>>;

template <class F>
HWY_INLINE std::int64_t FLanes() {
  return static_cast<std::int64_t>(hn::Lanes(FTag<F>()));
}

// Pointers to the values k steps after and before the centre, for the first column.
template <class F>
struct AlongLine {
  [[nodiscard]] HWY_INLINE const F* At(int k) const { return from + k; }
  const F* from;
};
template <class F>
struct AcrossLine {
  [[nodiscard]] HWY_INLINE const F* At(int k) const { return centre[k]; }
  const F* const* centre;
};

template <Parity kParity, class F>
HWY_INLINE FVec<F> WeightedPair(FVec<F> weight, const F* after, const F* before) {
  const FTag<F> d;
  const auto right = hn::LoadU(d, after), left = hn::LoadU(d, before);
  return hn::Mul(weight, kParity == Parity::even ? hn::Add(right, left) : hn::Sub(right, left));
}

// The first term of the sum: the centre or, for odd parity, the nearest pair.
template <Parity kParity, class F, class Line>
HWY_INLINE FVec<F> FirstTerm(const Line& line, const F* weights, std::int64_t x) {
  const FTag<F> d;
  if constexpr (kParity == Parity::even) return hn::Mul(hn::Set(d, weights[0]), hn::LoadU(d, line.At(0) + x));
  return WeightedPair<kParity, F>(hn::Set(d, weights[1]), line.At(1) + x, line.At(-1) + x);
}

// kRadius 0 means any radius. For the other values the loop over k is unrolled and weights stay in registers.
template <int kRadius, Parity kParity, class F, class Line>
void SumRow(const Line line, const F* HWY_RESTRICT weights, int given, std::int64_t count, F* HWY_RESTRICT to) {
  const FTag<F> d;
  const int radius = kRadius > 0 ? kRadius : given;
  constexpr int second = kParity == Parity::even ? 1 : 2;
  const std::int64_t n = FLanes<F>();
  std::int64_t x = 0;
  for (; x + 3 * n < count; x += 4 * n) {
    FVec<F> a = FirstTerm<kParity>(line, weights, x), b = FirstTerm<kParity>(line, weights, x + n);
    FVec<F> c = FirstTerm<kParity>(line, weights, x + 2 * n), e = FirstTerm<kParity>(line, weights, x + 3 * n);
    for (int k = second; k <= radius; ++k) {
      const auto weight = hn::Set(d, weights[k]);
      const F* const after = line.At(k) + x;
      const F* const before = line.At(-k) + x;
      a = hn::Add(a, WeightedPair<kParity, F>(weight, after, before));
      b = hn::Add(b, WeightedPair<kParity, F>(weight, after + n, before + n));
      c = hn::Add(c, WeightedPair<kParity, F>(weight, after + 2 * n, before + 2 * n));
      e = hn::Add(e, WeightedPair<kParity, F>(weight, after + 3 * n, before + 3 * n));
    }
    hn::StoreU(a, d, to + x);
    hn::StoreU(b, d, to + x + n);
    hn::StoreU(c, d, to + x + 2 * n);
    hn::StoreU(e, d, to + x + 3 * n);
  }
  for (; x < count; x += n) {
    FVec<F> sum = FirstTerm<kParity>(line, weights, x);
    for (int k = second; k <= radius; ++k)
      sum = hn::Add(sum, WeightedPair<kParity, F>(hn::Set(d, weights[k]), line.At(k) + x, line.At(-k) + x));
    hn::StoreU(sum, d, to + x);
  }
}

template <Parity kParity, class F, class Line>
void SumOfParity(const Line& line, const F* weights, int radius, std::int64_t count, F* to) {
  switch (radius) {
    case 0:
      if (kParity == Parity::odd) return static_cast<void>(std::fill_n(to, count, F{0}));
      break;
    case 1:
      return SumRow<1, kParity>(line, weights, radius, count, to);
    case 2:
      return SumRow<2, kParity>(line, weights, radius, count, to);
    case 3:
      return SumRow<3, kParity>(line, weights, radius, count, to);
    case 4:
      return SumRow<4, kParity>(line, weights, radius, count, to);
    case 5:
      return SumRow<5, kParity>(line, weights, radius, count, to);
    case 6:
      return SumRow<6, kParity>(line, weights, radius, count, to);
    default:
      break;
  }
  SumRow<0, kParity>(line, weights, radius, count, to);
}

template <class F, class Line>
HWY_INLINE void Sum(const Line& line, const F* weights, int radius, Parity parity, std::int64_t count, F* to) {
  if (parity == Parity::even) return SumOfParity<Parity::even>(line, weights, radius, count, to);
  SumOfParity<Parity::odd>(line, weights, radius, count, to);
}

template <class F>
void Along(const F* from, const F* weights, int radius, Parity parity, std::int64_t count, F* to) {
  Sum(AlongLine<F>{from}, weights, radius, parity, count, to);
}

template <class F>
void Across(const F* const* rows, const F* weights, int radius, Parity parity, std::int64_t count, F* to) {
  Sum(AcrossLine<F>{rows + radius}, weights, radius, parity, count, to);
}

template <class T, class F>
void LoadPixels(const T* from, std::int64_t count, F* to) {
  std::int64_t x = 0;
  if constexpr (std::is_same_v<F, float> && sizeof(T) <= 2) {
    const FTag<float> d;
    const hn::RebindToSigned<FTag<float>> di;
    const hn::Rebind<T, FTag<float>> dt;
    for (; x + FLanes<float>() <= count; x += FLanes<float>())
      hn::StoreU(hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(dt, from + x))), d, to + x);
  }
  for (; x < count; ++x) to[x] = static_cast<F>(from[x]);
}

template <class F>
void Load(DType dtype, const std::byte* row, std::int64_t count, F* to) {
  with_type(dtype, [&]<class T>(std::type_identity<T>) { LoadPixels(reinterpret_cast<const T*>(row), count, to); });
}

// To integers of at most 16 bits: around 1.5 * 2^23 floats are 1 apart, so adding it rounds to the nearest integer,
// ties to even, and leaves that integer in the low bits.
template <class T>
HWY_INLINE std::int64_t StoreNearest(const float* from, std::int64_t count, T highest, T* to) {
  using U = std::make_unsigned_t<T>;
  const FTag<float> d;
  const hn::RebindToUnsigned<FTag<float>> du;
  const hn::Rebind<U, FTag<float>> dt;
  const std::int64_t n = FLanes<float>();
  const auto low = hn::Set(d, static_cast<float>(std::numeric_limits<T>::min()));
  const auto high = hn::Set(d, static_cast<float>(highest)), shift = hn::Set(d, 0x1.8p23F);
  std::int64_t x = 0;
  for (; x + n <= count; x += n) {
    const auto value = hn::LoadU(d, from + x);
    const auto number = hn::IfThenElseZero(hn::Eq(value, value), value);  // NaN becomes 0
    const auto whole = hn::Add(hn::Min(hn::Max(number, low), high), shift);
    hn::StoreU(hn::TruncateTo(dt, hn::BitCast(du, whole)), dt, reinterpret_cast<U*>(to) + x);
  }
  return x;
}

template <class T, class F>
void StorePixels(const F* from, std::int64_t count, DType dtype, T* to) {
  std::int64_t x = 0;
  if constexpr (std::is_same_v<F, float> && sizeof(T) <= 2)
    x = StoreNearest(from, count, dtype == DType::boolean ? T{1} : std::numeric_limits<T>::max(), to);
  const Convert<T> convert(dtype);
  for (; x < count; ++x) to[x] = convert(from[x]);
}

template <class F>
void Store(const F* from, std::int64_t count, DType dtype, std::byte* to) {
  with_type(dtype, [&]<class T>(std::type_identity<T>) { StorePixels(from, count, dtype, reinterpret_cast<T*>(to)); });
}

template <class F>
void StorePastCache(const F* from, std::int64_t count, DType dtype, std::byte* to) {
  WritePastCache(count, size_of(dtype), to, [&](std::int64_t x, std::int64_t cells, std::byte* at) HWY_ATTR {
    Store(from + x, cells, dtype, at);
  });
}

template <class F>
HWY_INLINE FVec<F> RootOfSquares(const F* const* parts, int n, std::int64_t x) {
  const FTag<F> d;
  const auto first = hn::LoadU(d, parts[0] + x);
  auto sum = hn::Mul(first, first);
  for (int i = 1; i < n; ++i) {
    const auto part = hn::LoadU(d, parts[i] + x);
    sum = hn::Add(sum, hn::Mul(part, part));
  }
  return hn::Sqrt(sum);
}

template <class F>
HWY_INLINE float RootOfSquaresAt(const F* const* parts, int n, std::int64_t x) {
  F sum = parts[0][x] * parts[0][x];
  for (int i = 1; i < n; ++i) sum = sum + parts[i][x] * parts[i][x];
  return static_cast<float>(std::sqrt(sum));
}

HWY_INLINE auto Rounded(FVec<float> values) { return values; }
HWY_INLINE auto Rounded(FVec<double> values) {
  const hn::Rebind<float, FTag<double>> d;
  // With one lane, Highway's DemoteTo saturates at the largest float.
  if constexpr (hn::MaxLanes(FTag<double>()) == 1) return hn::Set(d, static_cast<float>(hn::GetLane(values)));
  return hn::DemoteTo(d, values);
}

// kParts 0 means any number.
template <int kParts, class F>
std::int64_t MagnitudeVectors(const F* const* parts, int given, std::int64_t count, float* to) {
  const hn::Rebind<float, FTag<F>> d;
  const int n = kParts > 0 ? kParts : given;
  std::int64_t x = 0;
  for (; x + FLanes<F>() <= count; x += FLanes<F>()) hn::StoreU(Rounded(RootOfSquares(parts, n, x)), d, to + x);
  return x;
}

template <class F>
void Magnitude(const F* const* parts, int n, std::int64_t count, float* to) {
  std::int64_t x = n == 2 ? MagnitudeVectors<2>(parts, n, count, to) : MagnitudeVectors<0>(parts, n, count, to);
  for (; x < count; ++x) to[x] = RootOfSquaresAt(parts, n, x);
}

template <class F>
void MagnitudePastCache(const F* const* parts, int n, std::int64_t count, float* to) {
  auto* const bytes = reinterpret_cast<std::byte*>(to);
  WritePastCache(count, sizeof(float), bytes, [&](std::int64_t x, std::int64_t cells, std::byte* at) HWY_ATTR {
    const F* moved[3] = {};
    for (int i = 0; i < n; ++i) moved[i] = parts[i] + x;
    Magnitude(moved, n, cells, reinterpret_cast<float*>(at));
  });
}

// As Angle, lane by lane.
template <class F>
HWY_INLINE auto AngleOf(FVec<F> y, FVec<F> x) {
  const FTag<F> d;
  const hn::Rebind<float, FTag<F>> df;
  const auto zero = hn::Zero(d);
  const auto up = hn::IfThenElse(hn::Lt(y, zero), hn::Neg(y), y);
  const auto across = hn::IfThenElse(hn::Lt(x, zero), hn::Neg(x), x);
  const auto is_steep = hn::Gt(up, across);
  const auto longer = hn::IfThenElse(is_steep, up, across), shorter = hn::IfThenElse(is_steep, across, up);
  const auto quotient = hn::IfThenElseZero(hn::Gt(longer, zero), hn::Div(shorter, longer));
  const auto t = Rounded(quotient);
  const auto square = hn::Mul(t, t);
  auto sum = hn::Set(df, Angle::coefficients[0]);
  for (std::size_t i = 1; i < Angle::coefficients.size(); ++i)
    sum = hn::Add(hn::Mul(sum, square), hn::Set(df, Angle::coefficients[i]));
  const auto angle = hn::Mul(t, sum);
  // Turns a mask of F into a mask of floats: by way of 1 or 0, exact in either type.
  const auto one = hn::Set(d, F{1});
  const auto chosen = [&](auto mask) { return hn::Ne(Rounded(hn::IfThenElseZero(mask, one)), hn::Zero(df)); };
  const auto from_x = hn::IfThenElse(chosen(is_steep), hn::Sub(hn::Set(df, Angle::quarter_turn), angle), angle);
  const auto above = hn::IfThenElse(chosen(hn::Lt(x, zero)), hn::Sub(hn::Set(df, Angle::half_turn), from_x), from_x);
  return hn::IfThenElse(chosen(hn::Lt(y, zero)), hn::Neg(above), above);
}

template <class F>
void AngleRow(const F* y, const F* x, std::int64_t count, float* to) {
  const FTag<F> d;
  const hn::Rebind<float, FTag<F>> df;
  std::int64_t i = 0;
  for (; i + FLanes<F>() <= count; i += FLanes<F>())
    hn::StoreU(AngleOf<F>(hn::LoadU(d, y + i), hn::LoadU(d, x + i)), df, to + i);
  for (; i < count; ++i) to[i] = Angle()(y[i], x[i]);
}

template <class F>
FilterRows<F> FilterRowsOf() {
  return {Load<F>, Along<F>, Across<F>, Store<F>, Magnitude<F>, AngleRow<F>, StorePastCache<F>, MagnitudePastCache<F>};
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
