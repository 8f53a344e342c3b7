#include "primitives/histogram.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/histogram/bins.h"
#include "backends/cpu/histogram/counters.h"
#include "backends/cpu/strips.h"
#include "core/dispatch.h"

#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

// make() creates the counters of a worker; add(counters, from, length) counts adjacent pixels; finally take(counters)
// is called for each worker.
template <class T, class Make, class Add, class Take>
void count(const Execution& on, ConstImageView image, std::int64_t counters, const Make& make, const Add& add,
           const Take& take) {
  // With more workers, their own counters would dominate the time.
  const std::int64_t most = std::max<std::int64_t>(1, image.shape().count() / counters);
  const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(on), most));
  std::vector<std::optional<decltype(make())>> all(static_cast<std::size_t>(workers));
  for_worker_strips(on, workers, image.shape(), image.is_dense(), sizeof(T),
                    [&](int worker, std::int64_t r, std::int64_t x, std::int64_t length) {
                      auto& mine = all[static_cast<std::size_t>(worker)];
                      if (!mine) mine.emplace(make());
                      add(*mine, reinterpret_cast<const T*>(row(image, r)) + x, length);
                    });
  for (const auto& mine : all)
    if (mine) mine->each(take);
}

template <class Counter, std::int64_t tables, class T, class BinOf, class Take>
void count_by(const Execution& on, ConstImageView image, std::int64_t bins, const BinOf& bin_of, const Take& take) {
  using Mine = Counters<Counter, tables>;
  count<T>(
      on, image, bins, [&] { return Mine(bins); },
      [&](Mine& mine, const T* from, std::int64_t length) { mine.add(from, length, bin_of); }, take);
}

// Counts every value of a narrow type, then sorts the values into bins.
template <class Counter, class T>
void count_values(const Execution& on, ConstImageView image, const Bins& bins, std::span<std::int64_t> counts) {
  using Value = std::make_unsigned_t<T>;
  const auto take = [&](std::int64_t value, std::int64_t number) {
    const std::int64_t bin = bins(static_cast<double>(static_cast<T>(value)));
    if (bin < bins.count()) counts[static_cast<std::size_t>(bin)] += number;
  };
  if constexpr (sizeof(T) == 1 && sizeof(Counter) == 4) {
    constexpr std::int64_t pairs = 1 << 16;
    if (image.shape().count() >= 16 * pairs)
      return count<T>(
          on, image, pairs, [] { return PairCounters(); },
          [](PairCounters& mine, const T* from, std::int64_t length) {
            mine.add(reinterpret_cast<const std::uint8_t*>(from), length);
          },
          take);
  }
  constexpr std::int64_t values = std::int64_t{1} << (8 * sizeof(T));
  count_by<Counter, sizeof(T) == 1 ? 8 : 2, T>(
      on, image, values, [](T level) { return std::int64_t{static_cast<Value>(level)}; }, take);
}

template <class Counter, class T>
void count_in(const Execution& on, ConstImageView image, const Bins& bins, std::span<std::int64_t> counts) {
  if constexpr (sizeof(T) <= 2)
    if (image.shape().count() >= std::int64_t{1} << (8 * sizeof(T)))
      return count_values<Counter, T>(on, image, bins, counts);
  // One additional counter for values outside.
  count_by<Counter, 2, T>(
      on, image, bins.count() + 1, [&](T level) { return bins(static_cast<double>(level)); },
      [&](std::int64_t bin, std::int64_t number) {
        if (bin < bins.count()) counts[static_cast<std::size_t>(bin)] += number;
      });
}

}  // namespace

void histogram(const Execution& on, const HistogramSpec& spec, ConstImageView image, std::span<std::int64_t> counts) {
  const Bins bins(spec.edges);
  std::ranges::fill(counts, 0);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    if (image.shape().count() <= std::numeric_limits<std::uint32_t>::max())
      count_in<std::uint32_t, T>(on, image, bins, counts);
    else
      count_in<std::int64_t, T>(on, image, bins, counts);
  });
}

}  // namespace preamar::cpu
