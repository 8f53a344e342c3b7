// Properties of reconstruction that hold for every image.
#include <preamar/reconstruct.h>

#include "core/dispatch.h"
#include "primitives/dense.h"
#include "tools/cases.h"
#include "tools/images.h"

// rapidcheck's adapter uses names that googletest declares first.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <string>

namespace preamar::test {
using namespace primitives;
namespace {

// rapidcheck takes its seed from the environment when the first property is checked.
const bool seeded = setenv("RC_PARAMS", ("max_success=300 seed=" + std::to_string(run_seed())).c_str(), 0) == 0;

// The input of one property; rapidcheck shrinks its numbers until the property just fails.
struct Subject {
  int rank, extent[3], content, palette, dtype, connectivity, threads;
  std::uint64_t seed;

  [[nodiscard]] Shape shape() const {
    return rank == 2 ? Shape{extent[0] * 8, extent[1] * 8} : Shape{extent[0], extent[1], extent[2] * 2};
  }
  [[nodiscard]] ReconstructOptions options(Method method = Method::dilation) const {
    return {method, 1 + connectivity % rank, Nan::ignore};
  }
  [[nodiscard]] Image run(ConstImageView marker, ConstImageView mask, Method method = Method::dilation) const {
    return reconstruct(marker, mask, options(method), {.threads = threads});
  }
  // The palette without NaN: the properties need ordered values.
  [[nodiscard]] Pair pair() const {
    Random random(seed);
    return make_pair({static_cast<DType>(dtype), shape(), static_cast<Content>(content), static_cast<Palette>(palette)},
                     random);
  }
};

std::ostream& operator<<(std::ostream& stream, const Subject& s) {
  return stream << s.shape().text() << " " << name_of(static_cast<DType>(s.dtype)) << " "
                << name_of(static_cast<Content>(s.content)) << " " << name_of(static_cast<Palette>(s.palette))
                << " connectivity " << 1 + s.connectivity % s.rank << " threads " << s.threads << " seed " << s.seed;
}

Subject any_subject() {
  Subject s{};
  s.rank = *rc::gen::inRange(2, 4);
  for (int& extent : s.extent) extent = *rc::gen::inRange(1, 24);
  s.content = *rc::gen::inRange(0, content_count);
  s.palette = *rc::gen::inRange(0, 2);
  s.dtype = *rc::gen::inRange(0, dtype_count);
  s.connectivity = *rc::gen::inRange(0, 3);
  s.threads = *rc::gen::inRange(1, 4);
  s.seed = *rc::gen::arbitrary<std::uint64_t>();
  RC_LOG() << s << "\n";
  return s;
}

// f(a pixel of one, the same pixel of the other) for all pixels of two dense images.
template <class F>
bool all_pixels(const Image& a, const Image& b, F f) {
  return with_type(a.dtype(), [&]<class T>(std::type_identity<T>) {
    const T* const x = static_cast<const T*>(a.data());
    const T* const y = static_cast<const T*>(b.data());
    for (std::int64_t i = 0; i < a.shape().count(); ++i)
      if (!f(x[i], y[i])) return false;
    return true;
  });
}

bool not_above(const Image& a, const Image& b) {
  return all_pixels(a, b, [](auto x, auto y) { return x <= y; });
}

Image each(const Image& a, const Image& b, auto f) {
  Image out(a.type());
  with_type(a.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < a.shape().count(); ++i)
      static_cast<T*>(out.data())[i] = f(static_cast<const T*>(a.data())[i], static_cast<const T*>(b.data())[i]);
  });
  return out;
}

Image lower_of(const Image& a, const Image& b) {
  return each(a, b, [](auto x, auto y) { return std::min(x, y); });
}

// Reverses the order of all values of the dtype.
Image mirrored(const Image& image) {
  return each(image, image, [&]<class T>(T x, T) -> T {
    if constexpr (std::is_floating_point_v<T>)
      return -x;
    else
      return image.dtype() == DType::boolean ? static_cast<T>(!x) : static_cast<T>(~x);
  });
}

// The image with axes exchanged and reversed by its strides; no pixel moves.
ConstImageView turned(ConstImageView image, const Axes& axes, unsigned flips) {
  const ConstImageView view = permuted(image, axes);
  Strides strides = view.strides();
  const auto* data = static_cast<const std::byte*>(view.data());
  for (int axis = 0; axis < view.rank(); ++axis)
    if (flips >> axis & 1) {
      data += (view.shape()[axis] - 1) * view.stride(axis);
      strides[static_cast<std::size_t>(axis)] = -view.stride(axis);
    }
  return {data, view.dtype(), view.shape(), strides};
}

RC_GTEST_PROP(Reconstruct, lies_between_marker_and_mask, ()) {
  const Subject s = any_subject();
  const Pair p = s.pair();
  const Image clamped = lower_of(p.marker, p.mask), result = s.run(p.marker, p.mask);
  RC_ASSERT(not_above(clamped, result));
  RC_ASSERT(not_above(result, p.mask));
}

RC_GTEST_PROP(Reconstruct, is_idempotent, ()) {
  const Subject s = any_subject();
  const Pair p = s.pair();
  const Image once = s.run(p.marker, p.mask), twice = s.run(once, p.mask);
  RC_ASSERT(difference(once, twice) == "");
}

RC_GTEST_PROP(Reconstruct, rises_with_its_marker, ()) {
  const Subject s = any_subject();
  const Pair p = s.pair();
  Random random(s.seed + 1);
  const Image lower = lower_of(p.marker, make_noise(p.mask.dtype(), p.mask.shape(), Palette::spread, random));
  RC_ASSERT(not_above(s.run(lower, p.mask), s.run(p.marker, p.mask)));
}

RC_GTEST_PROP(Reconstruct, rises_with_its_mask, ()) {
  const Subject s = any_subject();
  const Pair p = s.pair();
  Random random(s.seed + 1);
  const Image lower = lower_of(p.mask, make_noise(p.mask.dtype(), p.mask.shape(), Palette::spread, random));
  RC_ASSERT(not_above(s.run(p.marker, lower), s.run(p.marker, p.mask)));
}

RC_GTEST_PROP(Reconstruct, rises_with_connectivity, ()) {
  Subject s = any_subject();
  const Pair p = s.pair();
  s.connectivity = 0;
  Image below = s.run(p.marker, p.mask);
  for (s.connectivity = 1; s.connectivity < s.rank; ++s.connectivity) {
    Image above = s.run(p.marker, p.mask);
    RC_ASSERT(not_above(below, above));
    below = std::move(above);
  }
}

RC_GTEST_PROP(Reconstruct, by_erosion_is_the_dual, ()) {
  const Subject s = any_subject();
  const Pair p = s.pair();
  const Image dilated = s.run(p.marker, p.mask);
  const Image eroded = s.run(mirrored(p.marker), mirrored(p.mask), Method::erosion);
  // Equal as values: reversing a zero gives it a sign.
  RC_ASSERT(all_pixels(mirrored(dilated), eroded, [](auto x, auto y) { return x == y; }));
}

RC_GTEST_PROP(Reconstruct, follows_flips_and_transposes, ()) {
  const Subject s = any_subject();
  const Pair p = s.pair();
  Random random(s.seed + 1);
  Axes axes{0, 1, 2};
  for (int i = s.rank - 1; i > 0; --i)
    std::swap(axes[static_cast<std::size_t>(i)], axes[static_cast<std::size_t>(random.below(i + 1))]);
  const auto flips = static_cast<unsigned>(random.below(8));
  const Image straight = s.run(p.marker, p.mask);
  const Image marker = dense_copy(turned(p.marker, axes, flips)), mask = dense_copy(turned(p.mask, axes, flips));
  RC_ASSERT(difference(turned(straight, axes, flips), s.run(marker, mask)) == "");
}

}  // namespace
}  // namespace preamar::test
