#include "primitives/histogram.h"

#include "backends/device/backend.h"
#include "backends/device/coding.h"
#include "backends/device/device_call.h"
#include "backends/device/pixel_type.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr int histogram_group = 128;
constexpr std::int64_t most_local_bins = 2048;                 // as in histogram.kc
constexpr std::int64_t launch_pixels = std::int64_t{1} << 31;  // so that 32-bit counts do not overflow

// The smallest pixel that, as a double, is at least `edge`; none if all are below.
template <class T>
std::optional<T> first_from(double edge) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    if (edge > static_cast<double>(Limits::max())) return Limits::infinity();
    if (edge < static_cast<double>(Limits::lowest())) return std::isinf(edge) ? -Limits::infinity() : Limits::lowest();
    const T nearest = static_cast<T>(edge);
    return static_cast<double>(nearest) < edge ? std::nextafter(nearest, Limits::infinity()) : nearest;
  } else {
    const double whole = std::ceil(edge);
    if (whole > static_cast<double>(Limits::max())) return {};
    return whole < static_cast<double>(Limits::lowest()) ? Limits::lowest() : static_cast<T>(whole);
  }
}

// The largest pixel that is at most `edge`.
template <class T>
std::optional<T> last_up_to(double edge) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    return -*first_from<T>(-edge);
  } else {
    const double whole = std::floor(edge);
    if (whole < static_cast<double>(Limits::lowest())) return {};
    return whole > static_cast<double>(Limits::max()) ? Limits::max() : static_cast<T>(whole);
  }
}

// The bins that contain some pixel value of the type, by the key of the smallest pixel of each; and the last key of
// all.
struct Starts {
  std::vector<std::uint32_t> keys;
  std::optional<std::uint32_t> last;
};

template <class T>
Starts starts_of(std::span<const double> edges, DType dtype) {
  using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;
  const Keys<Bits> keys(dtype, Order::rising);
  const auto key = [&](T pixel) { return static_cast<std::uint32_t>(keys.key(std::bit_cast<Bits>(pixel))); };
  Starts starts;
  for (const double edge : edges.first(edges.size() - 1)) {
    const std::optional<T> pixel = first_from<T>(edge);
    if (!pixel) break;
    starts.keys.push_back(key(*pixel));
  }
  if (const std::optional<T> pixel = last_up_to<T>(edges.back())) starts.last = key(*pixel);
  return starts;
}

// Counts pixels in bins; there is at least one bin.
class Counter {
 public:
  Counter(const DeviceCall& call, const Starts& starts, DType dtype)
      : call_(call),
        kernel_{"histogram", "all", bins_of(starts) <= most_local_bins ? "histogram_few" : "histogram_many"},
        bins_(bins_of(starts)),
        bytes_(bins_ * static_cast<std::int64_t>(sizeof(std::uint32_t))),
        last_(*starts.last),
        coding_(dtype, Order::rising),
        starts_(call.scratch(bytes_)),
        counts_(call.scratch(bytes_)) {
    call.driver().write(starts_.memory(), 0, starts.keys.data(), bytes_);
  }

  // Adds the pixels in [first, end) to `counts`.
  void add(Memory image, std::int64_t first, std::int64_t end, std::span<std::int64_t> counts) const {
    std::vector<std::uint32_t> found(static_cast<std::size_t>(bins_), 0);
    call_.driver().write(counts_.memory(), 0, found.data(), bytes_);
    call_.launch(kernel_, call_.groups_for(end - first, histogram_group), histogram_group, image, starts_.memory(),
                 counts_.memory(), first, end, static_cast<std::uint32_t>(bins_), last_, coding_.flip,
                 coding_.is_floating, coding_.size);
    call_.driver().read(found.data(), counts_.memory(), 0, bytes_);
    for (std::size_t bin = 0; bin < found.size(); ++bin) counts[bin] += found[bin];
  }

 private:
  static std::int64_t bins_of(const Starts& starts) { return static_cast<std::int64_t>(starts.keys.size()); }

  const DeviceCall& call_;
  KernelName kernel_;
  std::int64_t bins_, bytes_;
  std::uint32_t last_;
  Coding coding_;
  Scratch starts_, counts_;
};

}  // namespace

void histogram(const Execution& on, const HistogramSpec& spec, ConstImageView image, std::span<std::int64_t> counts) {
  const DeviceCall call(on);
  (void)variant_of(on, "histogram", image.dtype());
  std::ranges::fill(counts, 0);
  const Starts starts = with_narrow_type(
      image.dtype(), [&]<class T>(std::type_identity<T>) { return starts_of<T>(spec.edges, image.dtype()); });
  const std::int64_t count = image.shape().count();
  if (count == 0 || starts.keys.empty() || !starts.last) return;
  const Input pixels(call, image);
  const Counter counter(call, starts, image.dtype());
  for (std::int64_t first = 0; first < count; first += launch_pixels) {
    call.look_up();
    counter.add(pixels.memory(), first, std::min(count, first + launch_pixels), counts);
  }
}

}  // namespace preamar::device
