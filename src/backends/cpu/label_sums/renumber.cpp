#include "primitives/renumber.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/label_sums/runs.h"
#include "backends/cpu/workers.h"
#include "core/dispatch.h"
#include "core/memory.h"
#include "core/rows.h"
#include "primitives/label_sums.h"

#include <algorithm>

namespace preamar::cpu {
using namespace primitives;
namespace {

// The position of each label in a sorted list: by a table if the labels are close together, otherwise by bisection.
template <class T>
class PlaceOf {
 public:
  explicit PlaceOf(std::span<const std::uint64_t> labels) : labels_(labels) {
    if (labels.empty() || labels.back() - labels.front() >= 8 * labels.size() + (1 << 16)) return;
    table_ = Buffer<T>(static_cast<std::int64_t>(labels.back() - labels.front()) + 1);
    for (std::size_t i = 0; i < labels.size(); ++i)
      table_[static_cast<std::int64_t>(labels[i] - labels.front())] = static_cast<T>(i + 1);
  }

  T operator()(T label) const {
    if (label == 0) return 0;
    const std::uint64_t key = label_key(label);
    if (table_.count() > 0) return table_[static_cast<std::int64_t>(key - labels_.front())];
    return static_cast<T>(std::ranges::lower_bound(labels_, key) - labels_.begin() + 1);
  }

 private:
  std::span<const std::uint64_t> labels_;
  Buffer<T> table_;  // entries of labels that are not in the list are not set
};

template <class T>
void renumber_rows(const PlaceOf<T>& place_of, ConstImageView image, ImageView out, std::int64_t begin,
                   std::int64_t end) {
  const RunEnds find_ends = run_ends(sizeof(T));
  const Buffer<std::int64_t> ends(row_length(image.shape()));
  for (std::int64_t r = begin; r < end; ++r) {
    const std::byte* const from = row(image, r);
    T* const to = reinterpret_cast<T*>(row(out, r));
    const std::int64_t count = find_ends(&from, ends.count(), ends.data());
    std::int64_t x = 0;
    for (std::int64_t i = 0; i < count; x = ends[i++])
      std::fill(to + x, to + ends[i], place_of(reinterpret_cast<const T*>(from)[x]));
  }
}

}  // namespace

void renumber(const Execution& on, std::span<const std::uint64_t> labels, ConstImageView image, ImageView out) {
  if (image.shape().count() == 0) return;
  constexpr std::int64_t cells = std::int64_t{1} << 18;  // pixels per task
  const std::int64_t grain = std::max<std::int64_t>(1, cells / row_length(image.shape()));
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_integral_v<T>) {
      const PlaceOf<T> place_of(labels);
      for_ranges(on, row_count(image.shape()), grain,
                 [&](std::int64_t begin, std::int64_t end) { renumber_rows<T>(place_of, image, out, begin, end); });
    }
  });
}

}  // namespace preamar::cpu
