// Columns of intensity.
#include "core/dispatch.h"
#include "core/intervals.h"
#include "operators/measure_columns.h"

#include <cmath>

namespace preamar {
using namespace primitives;
namespace {

bool has_reals(const Columns& of) { return !of.measured.sums.real.empty(); }

// Integers keep their type; floating-point values stay as they are.
void add_extreme(Columns& to, const char* name, Int128 WholeSums::*whole, double RealSums::*real) {
  const LabelSumsView& sums = to.measured.sums;
  with_type(to.measured.intensity, [&]<class T>(std::type_identity<T>) {
    to.fill<T>(name, [&](std::size_t i) {
      return has_reals(to) ? static_cast<T>(sums.real[i].*real) : static_cast<T>(sums.whole[i].*whole);
    });
  });
}

// The sum divided by `count`.
double part_of_sum(const Columns& of, std::size_t i, std::int64_t count) {
  const LabelSumsView& sums = of.measured.sums;
  return has_reals(of) ? mean_of(sums.real[i].sum, count) : mean_of(sums.whole[i].sum, count);
}

double variance(const Columns& of, std::size_t i) {
  const LabelSumsView& t = of.measured.sums;
  const std::int64_t size = of.cells(i).size;
  return has_reals(of) ? variance_of(t.real[i].sum, t.real[i].squares, size)
                       : variance_of(t.whole[i].sum, t.whole[i].squares, size);
}

// Of an even number of pixels, the mean of both middle levels, rounded once.
void add_median(Columns& to) {
  with_type(to.measured.intensity, [&]<class T>(std::type_identity<T>) {
    to.fill<double>("intensity_median", [&](std::size_t i) {
      const auto& [lower, upper] = to.measured.middles[i];
      const T low = level_of_key<T>(lower.digits), high = level_of_key<T>(upper.digits);
      if (low == high) return static_cast<double>(low);
      if constexpr (std::is_floating_point_v<T>)
        return static_cast<double>(low) / 2 + static_cast<double>(high) / 2;
      else
        return static_cast<double>(Int128{low} + Int128{high}) / 2;
    });
  });
}

void add_class(Columns& to) {
  const LabelSumsView& sums = to.measured.sums;
  with_type(to.measured.intensity, [&]<class T>(std::type_identity<T>) {
    const std::vector<Levels<T>> classes = levels_in<T>(to.measured.intervals);
    to.fill<std::uint8_t>("intensity_class", [&](std::size_t i) {
      return has_reals(to)
                 ? class_of<T>(classes, static_cast<T>(sums.real[i].least), static_cast<T>(sums.real[i].most))
                 : class_of<T>(classes, static_cast<T>(sums.whole[i].least), static_cast<T>(sums.whole[i].most));
    });
  });
}

}  // namespace

void add_intensity(Columns& to, Property property) {
  switch (property) {
    case Property::intensity_min:
      return add_extreme(to, "intensity_min", &WholeSums::least, &RealSums::least);
    case Property::intensity_max:
      return add_extreme(to, "intensity_max", &WholeSums::most, &RealSums::most);
    case Property::intensity_mean:
      return to.fill<double>("intensity_mean", [&](std::size_t i) { return part_of_sum(to, i, to.cells(i).size); });
    case Property::intensity_variance:
      return to.fill<double>("intensity_variance", [&](std::size_t i) { return variance(to, i); });
    case Property::intensity_sum:
      return to.fill<double>("intensity_sum", [&](std::size_t i) { return part_of_sum(to, i, 1); });
    case Property::intensity_median:
      return add_median(to);
    case Property::intensity_class:
      return add_class(to);
    default:
      return to.fill<double>("intensity_std", [&](std::size_t i) { return std::sqrt(variance(to, i)); });
  }
}

}  // namespace preamar
