#include "operators/bin_edges.h"

namespace preamar {
namespace {

// Every operation rounds once, to Real.
template <class Real>
Buffer<double> edges_in(Real low, Real high, std::int64_t bins) {
  if (low == high) {
    low -= static_cast<Real>(0.5);
    high += static_cast<Real>(0.5);
  }
  const Real across = high - low, count = static_cast<Real>(bins), step = across / count;
  Buffer<double> edges(bins + 1);
  for (std::int64_t i = 0; i < bins; ++i) {
    const Real place = static_cast<Real>(i);
    edges[i] = low + (step == 0 ? place / count * across : place * step);
  }
  edges[bins] = high;
  return edges;
}

}  // namespace

double real_of(const PixelValue& level) {
  return std::visit([](auto number) { return static_cast<double>(number); }, level);
}

Buffer<double> edges_over(double low, double high, std::int64_t bins, DType dtype) {
  Buffer<double> edges = edges_in(low, high, bins);
  if (dtype == DType::float32)
    for (std::int64_t i = 0; i <= bins; ++i) edges[i] = static_cast<float>(edges[i]);
  return edges;
}

Buffer<double> edges_over(const MinMax& levels, std::int64_t bins, DType dtype) {
  const double low = real_of(levels.minimum), high = real_of(levels.maximum);
  if (dtype == DType::float32) return edges_in(static_cast<float>(low), static_cast<float>(high), bins);
  return edges_in(low, high, bins);
}

}  // namespace preamar
