#include "core/intervals.h"

#include "core/dispatch.h"
#include "core/error_text.h"

namespace preamar {
namespace {

std::string interval_text(const Interval& interval) { return text(interval.low, ":", interval.high); }

// As a pixel of type T, if it is one.
template <class T>
std::optional<T> as_pixel(double value) {
  const Levels<T> levels = levels_in<T>({value, value});
  return levels.low > levels.high ? std::nullopt : std::optional(levels.low);
}

// The next value of type T, unless a double cannot hold it.
template <class T>
double after(double value) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<double>(std::nextafter(static_cast<T>(value), std::numeric_limits<T>::infinity()));
  else
    return std::floor(value) + 1;
}

}  // namespace

std::vector<Interval> intervals_of(std::span<const double> bounds) {
  std::vector<Interval> intervals;
  for (std::size_t i = 0; i + 1 < bounds.size(); i += 2) intervals.push_back({bounds[i], bounds[i + 1]});
  return intervals;
}

void require_intervals(std::string_view op, std::span<const Interval> intervals) {
  if (intervals.size() > most_intervals)
    throw Error(ErrorKind::call,
                text(op, ": intervals has ", intervals.size(), " intervals; it must have at most ", most_intervals));
  for (const Interval& interval : intervals)
    if (!(interval.low <= interval.high))
      throw Error(ErrorKind::call, text(op, ": intervals has ", interval_text(interval),
                                        "; the first bound must not be above the second"));
  std::vector<Interval> ascending(intervals.begin(), intervals.end());
  std::ranges::sort(ascending, {}, &Interval::low);
  for (std::size_t i = 1; i < ascending.size(); ++i)
    if (ascending[i].low <= ascending[i - 1].high)
      throw Error(ErrorKind::call, text(op, ": intervals ", interval_text(ascending[i - 1]), " and ",
                                        interval_text(ascending[i]), " share values; both bounds belong to an ",
                                        "interval, so begin one above the end of the other"));
}

std::optional<double> value_of_no_class(std::span<const Interval> intervals, DType dtype) {
  return with_type(dtype, [&]<class T>(std::type_identity<T>) -> std::optional<double> {
    const std::vector<Levels<T>> classes = levels_in<T>(intervals);
    const auto is_free = [&](T value) { return class_of<T>(classes, value, value) == 0; };
    using Limits = std::numeric_limits<T>;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    T lowest = Limits::lowest(), highest = dtype == DType::boolean ? T{1} : Limits::max();
    if constexpr (std::is_floating_point_v<T>) {
      lowest = -Limits::infinity();
      highest = Limits::infinity();
    }
    if (is_free(lowest)) return -infinity;
    if (is_free(highest)) return infinity;
    for (const Interval& interval : intervals) {
      const double next = after<T>(interval.high);
      if (const std::optional<T> value = as_pixel<T>(next); value && *value <= highest && is_free(*value)) return next;
    }
    return {};
  });
}

}  // namespace preamar
