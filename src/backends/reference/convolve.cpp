#include "primitives/convolve.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "core/border.h"
#include "core/dispatch.h"
#include "primitives/rules/angle.h"
#include "primitives/rules/convert.h"

#include <cmath>

namespace preamar::reference {
using namespace primitives;
namespace {

template <class F>
Image working_copy(ConstImageView image) {
  Image copy(dtype_of<F>(), image.shape());
  const Cells<F> to(copy);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const Cells<T> from(image);
    to.for_each([&](auto... at) { to.at(at...) = static_cast<F>(from.at(at...)); });
  });
  return copy;
}

// The sums along one axis.
template <class F>
Image convolve_pass(ConstImageView image, int axis, const Weights& given, Parity parity, Border border) {
  const std::vector<F> weights(given.begin(), given.end());
  const int radius = static_cast<int>(weights.size()) - 1, back = image.rank() - 1 - axis;
  Image sums(image.type());
  const Cells<F> from(image), to(sums);
  to.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    to.at(z, y, x) = weighted_sum(weights.data(), radius, parity, [&](int k) {
      const std::int64_t here = back == 0 ? x : back == 1 ? y : z;
      const std::int64_t index = border_index(border, here + k, image.shape()[axis]);
      if (index == outside) return F{0};
      return from.at(back == 2 ? index : z, back == 1 ? index : y, back == 0 ? index : x);
    });
  });
  return sums;
}

// All passes. The pass along axis `derived` is a derivative; -1: none.
template <class F>
Image sums(const ConvolveSpec& spec, ConstImageView image, int derived) {
  Image done = working_copy<F>(image);
  for (int axis = image.rank() - 1; axis >= 0; --axis) {
    const auto i = static_cast<std::size_t>(axis);
    done = axis == derived ? convolve_pass<F>(done, axis, spec.derive[i], Parity::odd, spec.border)
                           : convolve_pass<F>(done, axis, spec.smooth[i], Parity::even, spec.border);
  }
  return done;
}

template <class F>
void smooth(const ConvolveSpec& spec, ConstImageView image, ImageView out) {
  const Image found = sums<F>(spec, image, -1);
  const Cells<F> from(found);
  with_type(out.dtype(), [&]<class T>(std::type_identity<T>) {
    const Cells<T> to(out);
    const Convert<T> convert(out.dtype());
    to.for_each([&](auto... at) { to.at(at...) = convert(from.at(at...)); });
  });
}

template <class F>
void slope(const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results) {
  std::vector<Image> images;
  std::vector<Cells<F>> parts;
  for (int axis = 0; axis < image.rank(); ++axis) parts.emplace_back(images.emplace_back(sums<F>(spec, image, axis)));
  const auto magnitude_at = [&](auto... at) {
    F sum = parts[0].at(at...) * parts[0].at(at...);
    for (std::size_t i = 1; i < parts.size(); ++i) sum = sum + parts[i].at(at...) * parts[i].at(at...);
    return static_cast<float>(std::sqrt(sum));
  };
  if (results.magnitude) {
    const Cells<float> to(*results.magnitude);
    to.for_each([&](auto... at) { to.at(at...) = magnitude_at(at...); });
  }
  if (results.direction) {
    const Cells<float> to(*results.direction);
    to.for_each([&](auto... at) { to.at(at...) = Angle()(parts[0].at(at...), parts[1].at(at...)); });
  }
}

template <class F>
void convolve(const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results) {
  if (results.smooth) return smooth<F>(spec, image, *results.smooth);
  slope<F>(spec, image, results);
}

}  // namespace

void convolve(const Execution&, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results) {
  if (image.shape().count() == 0) return;
  if (working_dtype(image.dtype()) == DType::float32) return convolve<float>(spec, image, results);
  convolve<double>(spec, image, results);
}

}  // namespace preamar::reference
