#include "primitives/convolve.h"

#include "backends/device/backend.h"
#include "backends/device/pixel_type.h"
#include "backends/device/sums.h"
#include "primitives/rules/angle.h"
#include "primitives/rules/convert.h"

#include <limits>
#include <utility>

namespace preamar::device {
using namespace primitives;
namespace {

template <class F>
class Convolution {
 public:
  Convolution(const DeviceCall& call, const ConvolveSpec& spec, ConstImageView image)
      : call_(call), spec_(spec), sums_(call, "convolve", image.shape()), image_(sums_.begin(image)) {}

  void smooth(ImageView out) {
    const Output result(call_, out);
    const bool is_number = out.dtype() == dtype_of<F>();
    Scratch other = sums_.numbers();
    for (int axis = rank() - 1; axis >= 0; --axis) {
      pass(axis, Parity::even, image_.memory(), axis == 0 && is_number ? result.memory() : other.memory());
      std::swap(image_, other);
    }
    if (!is_number) convert(image_.memory(), result.memory(), out.dtype());
    result.finish();
  }

  void slope(const ConvolveResults& results) {
    std::array<Scratch, max_rank> parts;
    for (int axis = 0; axis < rank(); ++axis) parts[back(axis)] = part(axis);
    image_ = Scratch();
    const Memory z = rank() == 3 ? parts[2].memory() : parts[1].memory(), y = parts[1].memory(), x = parts[0].memory();
    const std::int64_t count = sums_.shape().count();
    if (results.magnitude) {
      const Output result(call_, *results.magnitude);
      sums_.launch("sums", "slope_magnitude", z, y, x, result.memory(), count, std::int32_t{rank()}, host_nan<float>());
      result.finish();
    }
    if (results.direction) {
      const Output result(call_, *results.direction);
      const Scratch terms = upload(call_, std::span<const float>(Angle::coefficients));
      sums_.launch("sums", "slope_direction", y, x, result.memory(), count, terms.memory(),
                   static_cast<std::int32_t>(Angle::coefficients.size()), Angle::quarter_turn, Angle::half_turn,
                   host_nan<float>());
      result.finish();
    }
  }

 private:
  [[nodiscard]] int rank() const { return sums_.shape().rank(); }
  // Axes are counted from the last.
  [[nodiscard]] std::size_t back(int axis) const { return static_cast<std::size_t>(rank() - 1 - axis); }

  void pass(int axis, Parity parity, Memory from, Memory to) const {
    const auto& weights = parity == Parity::odd ? spec_.derive : spec_.smooth;
    sums_.along(axis, {weights[static_cast<std::size_t>(axis)], parity, spec_.border}, from, to);
  }

  // The derivative along one axis, smoothed along the others.
  [[nodiscard]] Scratch part(int derived) const {
    Scratch done = sums_.numbers(), other = sums_.numbers();
    for (int axis = rank() - 1; axis >= 0; --axis) {
      const Memory from = axis == rank() - 1 ? image_.memory() : other.memory();
      pass(axis, axis == derived ? Parity::odd : Parity::even, from, done.memory());
      if (axis > 0) std::swap(done, other);
    }
    return done;
  }

  void convert(Memory from, Memory to, DType dtype) const {
    const std::int64_t count = sums_.shape().count();
    if (dtype == DType::float32) return sums_.launch("sums", "sums_to_f32", from, to, count, host_nan<float>());
    if (dtype == DType::float64) return sums_.launch("sums", "sums_to_f64", from, to, count);
    with_type(dtype, [&]<class T>(std::type_identity<T>) {
      if constexpr (!std::is_floating_point_v<T>) {
        const Convert<T> ends(dtype);
        sums_.launch("sums", "sums_to_integers", from, to, count, 1 / std::numeric_limits<F>::epsilon(),
                     static_cast<F>(std::numeric_limits<T>::min()), ends.template last<F>(), ends.template beyond<F>(),
                     static_cast<std::uint64_t>(ends.highest()), std::int32_t{std::is_signed_v<T>},
                     static_cast<std::int32_t>(sizeof(T)));
      }
    });
  }

  const DeviceCall& call_;
  const ConvolveSpec& spec_;
  Sums<F> sums_;
  Scratch image_;
};

template <class F>
void convolve(const DeviceCall& call, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results) {
  Convolution<F> work(call, spec, image);
  if (results.smooth) return work.smooth(*results.smooth);
  work.slope(results);
}

}  // namespace

void convolve(const Execution& on, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results) {
  const DeviceCall call(on);
  (void)variant_of(on, "convolve", image.dtype());
  if (image.shape().count() == 0) return;
  if (working_dtype(image.dtype()) == DType::float32) return convolve<float>(call, spec, image, results);
  convolve<double>(call, spec, image, results);
}

}  // namespace preamar::device
