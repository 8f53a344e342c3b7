// map: each operation compared with exact arithmetic (long double holds 64-bit integers and doubles), on both backends.
#include "primitives/map.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/raises.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace preamar::test {
using namespace primitives;
namespace {

using Exact = long double;
constexpr double inf = std::numeric_limits<double>::infinity();
// Around the ends of every type, between their values, and beyond all of them.
constexpr double values[] = {
    0,      0.1,    0.5,    1,      2,      7.25,         127,    128,   254.5,
    255,    256,    32767,  32768,  65535,  65536,        0x1p24, 2.5e9, 0x1p31,
    0x1p32, 0x1p53, 0x1p62, 0x1p63, 0x1p64, 3.4028235e38, 3.5e38, 1e300, 1.7976931348623157e308};

struct Ends {
  Exact low, high;
};

template <class T>
Ends ends_of(DType dtype) {
  if (std::is_floating_point_v<T>) return {-inf, inf};
  if (dtype == DType::boolean) return {0, 1};
  return {static_cast<Exact>(std::numeric_limits<T>::lowest()), static_cast<Exact>(std::numeric_limits<T>::max())};
}

template <class T>
T nearest(double value) {
  if (std::abs(value) > static_cast<double>(std::numeric_limits<T>::max())) return value > 0 ? T(inf) : T(-inf);
  return static_cast<T>(value);
}

// The results of add and subtract; `sign` is 1 or -1.
template <class T>
T moved(T x, double value, int sign, const Ends& ends) {
  if constexpr (std::is_floating_point_v<T>) {
    const T by = nearest<T>(value);
    if (std::isinf(x)) return x;
    return sign > 0 ? x + by : x - by;
  } else {
    return static_cast<T>(
        std::clamp(static_cast<Exact>(x) + sign * std::trunc(static_cast<Exact>(value)), ends.low, ends.high));
  }
}

template <class T>
bool is_void(T x, double value) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(x) || x == nearest<T>(value);
  return static_cast<Exact>(x) == value;
}

template <class T>
T difference_of(T x, T y, const Ends& ends) {
  if (x == y) return 0;
  if constexpr (std::is_floating_point_v<T>) return x - y;
  return static_cast<T>(std::clamp(static_cast<Exact>(x) - static_cast<Exact>(y), ends.low, ends.high));
}

template <class T>
T inverted(T x, const Ends& ends) {
  if constexpr (std::is_floating_point_v<T>) return T{0} - x;
  return static_cast<T>(ends.low + ends.high - static_cast<Exact>(x));
}

template <class T>
T saturated(double value, const Ends& ends) {
  if constexpr (std::is_floating_point_v<T>) return nearest<T>(value);
  return static_cast<T>(std::clamp(static_cast<Exact>(value), ends.low, ends.high));
}

// Whether the pixel, an integer, is 0.
bool is_zero(ConstImageView image, std::int64_t index) {
  const std::byte* const bytes = pixel(image, index);
  return std::all_of(bytes, bytes + size_of(image.dtype()), [](std::byte b) { return b == std::byte{}; });
}

bool on_edge(const Shape& shape, std::int64_t index) {
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    const std::int64_t at = index % shape[axis];
    if (at == 0 || at == shape[axis] - 1) return true;
    index /= shape[axis];
  }
  return false;
}

template <class T>
Image expected(const MapSpec& spec, ConstImageView image, ConstImageView other) {
  const Ends ends = ends_of<T>(image.dtype());
  const T best = static_cast<T>(spec.order == Order::rising ? ends.high : ends.low);
  const T worst = static_cast<T>(spec.order == Order::rising ? ends.low : ends.high);
  Image result(gives_bool(spec.pixel) ? DType::boolean : image.dtype(), image.shape());
  const auto write = [&](std::int64_t i, auto value) { std::memcpy(pixel(result, i), &value, sizeof value); };
  for (std::int64_t i = 0; i < image.shape().count(); ++i) {
    T x, y{};
    std::memcpy(&x, pixel(image, i), sizeof x);
    if (other.dtype() == image.dtype()) std::memcpy(&y, pixel(other, i), sizeof y);
    const bool hole = is_void(x, spec.value);
    switch (spec.pixel) {
      case Pixel::copy:
        write(i, x);
        break;
      case Pixel::fill:
        write(i, static_cast<T>(spec.value));
        break;
      case Pixel::add:
        write(i, moved(x, spec.value, 1, ends));
        break;
      case Pixel::subtract:
        write(i, moved(x, spec.value, -1, ends));
        break;
      case Pixel::greater:
        write(i, static_cast<Exact>(x) > spec.value);
        break;
      case Pixel::nonzero:
        write(i, !(x == T{0}));
        break;
      case Pixel::valid:
        write(i, !hole);
        break;
      case Pixel::replace:
        write(i, hole ? best : x);
        break;
      case Pixel::edge:
        write(i, hole ? best : on_edge(image.shape(), i) ? x : worst);
        break;
      case Pixel::restore:
        write(i, hole ? x : y);
        break;
      case Pixel::differs:
        write(i, !(x == y));
        break;
      case Pixel::difference:
        write(i, difference_of(x, y, ends));
        break;
      case Pixel::invert:
        write(i, inverted(x, ends));
        break;
      case Pixel::keep:
        write(i, is_zero(other, i) ? saturated<T>(spec.value, ends) : x);
        break;
      case Pixel::ratio:
        write(i, x / y);
        break;
      case Pixel::convert:  // to the same dtype
        write(i, x);
        break;
    }
  }
  return result;
}

void expect_right(const MapSpec& spec, ConstImageView image, ConstImageView other) {
  const Image truth =
      with_type(image.dtype(), [&]<class T>(std::type_identity<T>) { return expected<T>(spec, image, other); });
  for (const std::string& device : {std::string("reference"), tested_device()}) {
    Image out(truth.type());
    map({.device = device, .threads = 2}, spec, image, other, out);
    ASSERT_EQ(difference(truth, out), "")
        << text(device, ", word ", static_cast<int>(spec.pixel), ", ", image.shape().text(), " ",
                preamar::name_of(image.dtype()), ", value ", spec.value, ", order ", static_cast<int>(spec.order));
  }
}

// Devices accept pixels of up to 32 bits, and have a kernel per operation and type.
bool is_taken(DType dtype) { return tested_device() == "cpu" || size_of(dtype) <= 4; }

class Map : public testing::TestWithParam<int> {};

TEST_P(Map, does_to_each_pixel_what_its_word_says) {
  const auto dtype = static_cast<DType>(GetParam());
  if (!is_taken(dtype)) GTEST_SKIP() << "a device refuses it";
  Random random(run_seed());
  // Each call on a device has a fixed cost, so only a random part of the values is tested there.
  const auto is_tried = [&] { return tested_device() == "cpu" || random.below(6) == 0; };
  for (const Shape& shape : {Shape{0, 4}, Shape{1, 1}, Shape{3, 70}, Shape{40, 67}, Shape{5, 6, 35}})
    for (const Palette palette : {Palette::spread, Palette::extremes, Palette::with_nan}) {
      const Image image = make_noise(dtype, shape, palette, random), other = make_noise(dtype, shape, palette, random);
      for (const Pixel word :
           {Pixel::copy, Pixel::nonzero, Pixel::differs, Pixel::difference, Pixel::invert, Pixel::convert})
        expect_right({.pixel = word}, image, other);
      if (is_floating(dtype) && tested_device() == "cpu") expect_right({.pixel = Pixel::ratio}, image, other);
      const auto mask_dtype = is_floating(dtype) ? static_cast<DType>(random.below(9)) : dtype;  // of integers
      const Image mask = make_noise(mask_dtype, shape, palette, random);
      for (const double value : {0.0, -inf, inf}) expect_right({.pixel = Pixel::keep, .value = value}, image, mask);
      if (is_floating(dtype)) expect_right({.pixel = Pixel::keep}, image, mask);  // NaN
      expect_right({.pixel = Pixel::fill, .value = 1}, image, other);
      for (const Pixel word : {Pixel::valid, Pixel::replace, Pixel::edge}) expect_right({.pixel = word}, image, other);
      for (const double value : values) {
        if (!is_tried()) continue;
        for (const double either : {value, -value, std::nextafter(value, inf)})
          expect_right({.pixel = Pixel::greater, .value = either}, image, other);
        for (const double either : {value, -value, -9999.0})
          for (const Pixel word : {Pixel::valid, Pixel::replace, Pixel::edge, Pixel::restore})
            for (const Order order : {Order::rising, Order::falling})
              expect_right({.pixel = word, .value = either, .order = order}, image, other);
        if (!is_floating(dtype) && value != std::floor(value)) continue;
        for (const Pixel word : {Pixel::add, Pixel::subtract})
          expect_right({.pixel = word, .value = value}, image, other);
        for (const double either : {value, -value}) expect_right({.pixel = Pixel::keep, .value = either}, image, mask);
      }
      if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(DType, Map, testing::Range(0, dtype_count));

TEST(MapInPlace, writes_over_its_own_input) {
  Random random(run_seed() + 1);
  for (const DType dtype : {DType::uint8, DType::int32, DType::float64}) {
    Image image = make_noise(dtype, {50, 70}, Palette::spread, random);
    const Image other = make_noise(dtype, {50, 70}, Palette::spread, random);
    Image truth(image.type());
    if (!is_taken(dtype)) continue;
    const Execution on{.device = tested_device()};
    map(on, {.pixel = Pixel::difference}, other, image, truth);
    map(on, {.pixel = Pixel::difference}, other, image, image);
    EXPECT_EQ(difference(truth, image), "");
  }
}

TEST(MapOnDevices, is_refused_for_what_a_device_does_not_take) {
  for (const DType dtype : {DType::int64, DType::uint64, DType::float64}) {
    if (is_taken(dtype)) continue;
    Image image(dtype, {3, 4});
    EXPECT_RAISES(map({.device = tested_device()}, {.pixel = Pixel::replace, .value = 1}, image, image),
                  ErrorKind::device,
                  text(tested_device(), " has no map of ", preamar::name_of(dtype),
                       "; 'preamar devices' shows what it has, and device 'cpu' has all"));
  }
  if (tested_device() == "cpu") return;
  Image image(DType::float32, {3, 4});
  EXPECT_RAISES_ABOUT(map({.device = tested_device()}, {.pixel = Pixel::ratio}, image, image, image), ErrorKind::device,
                      text(tested_device(), " has no ratio of images"));
}

}  // namespace
}  // namespace preamar::test
