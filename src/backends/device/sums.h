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

// The NaN that this machine gives for infinity - infinity, as in the plain loops.
template <class F>
[[nodiscard]] F host_nan() {
  volatile F infinity = std::numeric_limits<F>::infinity();
  return infinity - infinity;
}

template <class F>
class Sums {
 public:
  // How to sum along one axis.
  struct Along {
    const std::vector<double>& weights;  // for 0 to radius steps
    Parity parity = Parity::even;
    Border border = Border::nearest;
    std::vector<F> factors{};  // scale of the sum per position along the axis; empty: not scaled
  };

  // Throws if the device does not support F.
  Sums(const DeviceCall& call, std::string_view primitive, const Shape& shape);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] Scratch numbers() const;
  // Converts the pixels of an image to the working type.
  [[nodiscard]] Scratch begin(ConstImageView image) const;
  void along(int axis, const Along& how, Memory from, Memory to) const;
  // Launches a kernel of the sum programs over all pixels.
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
