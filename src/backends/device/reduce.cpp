#include "primitives/reduce.h"

#include "backends/device/backend.h"
#include "backends/device/device_call.h"
#include "backends/device/pixel_type.h"

#include <algorithm>
#include <numeric>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr int reduce_group = 64;

class Reducer {
 public:
  Reducer(const DeviceCall& call, std::string_view variant, ConstImageView image)
      : call_(call),
        variant_(variant),
        pixels_(call, image),
        count_(image.shape().count()),
        groups_(call.groups_for(count_, reduce_group)) {}

  // The sum of the counts of all groups.
  [[nodiscard]] std::int64_t total(std::string_view kernel) const {
    const std::vector<std::int64_t> counts = found<std::int64_t>(kernel, 1);
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  }

  template <class T>
  [[nodiscard]] MinMax extent() const {
    const std::vector<T> ends = found<T>("extent", 2);
    T least = ends[0], most = ends[1];
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      least = std::min(least, ends[i]);
      most = std::max(most, ends[i + 1]);
    }
    return {level_of(least), level_of(most)};
  }

 private:
  // `each` numbers per group.
  template <class Number>
  [[nodiscard]] std::vector<Number> found(std::string_view kernel, std::int64_t each) const {
    std::vector<Number> numbers(static_cast<std::size_t>(groups_ * each));
    const std::int64_t bytes = groups_ * each * static_cast<std::int64_t>(sizeof(Number));
    const Scratch there = call_.scratch(bytes);
    call_.launch({"reduce", variant_, kernel}, groups_, reduce_group, pixels_.memory(), there.memory(), count_);
    call_.driver().read(numbers.data(), there.memory(), 0, bytes);
    return numbers;
  }

  const DeviceCall& call_;
  std::string_view variant_;
  Input pixels_;
  std::int64_t count_, groups_;
};

}  // namespace

Reduced reduce(const Execution& on, const ReduceSpec& spec, ConstImageView image) {
  const DeviceCall call(on);
  const std::string_view variant = variant_of(on, "reduce", image.dtype());
  const bool is_float = image.dtype() == DType::float32;
  if (is_float) require_exact(call, "reduce");
  const bool has_pixels = image.shape().count() > 0;
  if (!has_pixels || (spec.summary == Summary::nan_count && !is_float))
    return {.count = spec.summary == Summary::is_constant};

  const Reducer reducer(call, variant, image);
  switch (spec.summary) {
    case Summary::nan_count:
      return {.count = reducer.total("count_nan")};
    case Summary::nonzero_count:
      return {.count = reducer.total("count_nonzero")};
    case Summary::is_constant:
      return {.count = reducer.total("count_differing") == 0};
    case Summary::extent:
      break;
  }
  const bool has_nan = is_float && reducer.total("count_nan") > 0;
  return with_narrow_type(image.dtype(), [&]<class T>(std::type_identity<T>) -> Reduced {
    return {.count = has_nan, .extent = reducer.extent<T>()};
  });
}

}  // namespace preamar::device
