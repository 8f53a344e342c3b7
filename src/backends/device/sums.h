// Weighted sums along the axes of an image in the working type F, on a device.
#pragma once

#include "backends/device/device_call.h"

#include <preamar/border.h>

#include "primitives/rules/weighted_sum.h"

#include <limits>
#include <string_view>
#include <vector>

namespace preamar::device {
using namespace primitives;

// What this machine makes of two infinities, which is what the plain loops give.
template <class F>
[[nodiscard]] F host_nan() {
  volatile F infinity = std::numeric_limits<F>::infinity();
  return infinity - infinity;
}

template <class F>
class Sums {
 public:
  // How one axis is summed.
  struct Along {
    const std::vector<double>& weights;  // of 0 to radius steps
    Parity parity = Parity::even;
    Border border = Border::nearest;
    std::vector<F> factors{};  // of sums, for each place along the axis; none where they are not scaled
  };

  // Refuses the primitive where the device cannot work in F.
  Sums(const DeviceCall& call, std::string_view primitive, const Shape& shape);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] Scratch numbers() const;
  // The pixels of an image as numbers.
  [[nodiscard]] Scratch begin(ConstImageView image) const;
  void along(int axis, const Along& how, Memory from, Memory to) const;
  // A kernel of the programs of sums that goes over all pixels.
  template <class... Arguments>
  void launch(std::string_view program, std::string_view name, const Arguments&... arguments) const {
    call_.launch({program, variant_, name}, call_.groups_for(shape_.count(), group_size), group_size, arguments...);
  }

 private:
  static constexpr int group_size = 64;

  const DeviceCall& call_;
  std::string_view variant_;
  Shape shape_;
};

}  // namespace preamar::device
