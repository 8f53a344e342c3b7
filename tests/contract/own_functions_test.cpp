// User functions: map, stencil, reduce and histogram compared with plain loops over single pixels.
#include <preamar/error.h>
#include <preamar/histogram.h>
#include <preamar/map.h>
#include <preamar/reduce.h>
#include <preamar/stencil.h>

#include "core/border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/rules/convert.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <cstring>
#include <functional>
#include <limits>
#include <stop_token>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr const char* devices[] = {"cpu", "reference"};

// Pixel `index` as a T, by the conversion rule.
template <class T>
T read(ConstImageView image, std::int64_t index) {
  using Byte = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
  return with_type(image.dtype(), [&]<class From>(std::type_identity<From>) {
    From value;
    std::memcpy(&value, pixel(image, index), sizeof value);
    return static_cast<T>(Convert<Byte>(dtype_of<T>())(value));
  });
}

template <class T>
void write(ImageView image, std::int64_t index, T value) {
  with_type(image.dtype(), [&]<class To>(std::type_identity<To>) {
    const To converted = Convert<To>(image.dtype())(value);
    std::memcpy(pixel(image, index), &converted, sizeof converted);
  });
}

constexpr auto half = [](float v) { return v * 0.5F + 1; };
constexpr auto bits = [](std::int16_t v) -> std::uint32_t { return static_cast<std::uint32_t>(v * 3) & 0xFFFFU; };
constexpr auto above = [](double v) { return v > 100.5; };
constexpr auto opposite = [](bool v) { return !v; };

template <class Function>
Image mapped(ConstImageView image, DType dtype, const Function& function) {
  using Argument = typename Signature<Function>::template Argument<0>;
  Image out(dtype, image.shape());
  for (std::int64_t i = 0; i < image.shape().count(); ++i) write(out.view(), i, function(read<Argument>(image, i)));
  return out;
}

// The first variant of a case selects the function, the others the dtype of the result.
constexpr int functions = 4;
template <class Use>
auto with_function(int variant, const Use& use) {
  switch (variant % functions) {
    case 0:
      return use(half);
    case 1:
      return use(bits);
    case 2:
      return use(above);
    default:
      return use(opposite);
  }
}
DType result_of(int variant) { return static_cast<DType>(variant / functions % dtype_count); }

TEST(OwnMap, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.variants = functions * dtype_count,
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         return with_function(c.variant, [&](const auto& function) {
                           return mapped(image, result_of(c.variant), function);
                         });
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         with_function(c.variant, [&](const auto& function) { map(image, out, function, on); });
                       }});
}

TEST(OwnMap, works_in_place) {
  for (const char* const device : devices) {
    Image image = image_of<std::uint8_t>({1, 5}, {0, 1, 127, 254, 255});
    map(image, image, [](float v) { return v + 1; }, {.device = device});
    EXPECT_EQ(difference(image_of<std::uint8_t>({1, 5}, {1, 2, 128, 255, 255}), image), "");
  }
}

// Pixels of several images, each of its own type, and their positions.
constexpr auto mixed = [](float a, std::int16_t b, bool c, const Position& at) {
  const auto number = static_cast<double>(at.index + 3 * at.x + 5 * at.y + 7 * at.z);
  return (c ? static_cast<double>(a) : b) + number;
};

Image mixed_one_by_one(ConstImageView a, ConstImageView b, ConstImageView c, DType dtype) {
  const Shape& shape = a.shape();
  const std::int64_t width = shape[shape.rank() - 1], height = shape[shape.rank() - 2];
  Image out(dtype, shape);
  for (std::int64_t i = 0; i < shape.count(); ++i)
    write(out.view(), i,
          mixed(read<float>(a, i), read<std::int16_t>(b, i), read<bool>(c, i),
                {i, i % width, i / width % height, i / width / height}));
  return out;
}

TEST(OwnMap, reads_several_images_of_any_dtype_and_layout) {
  Random random(run_seed());
  const auto some = [&](int count) { return static_cast<int>(random.below(count)); };
  for (int i = 0; i < 150; ++i) {
    const Shape& shape = shapes()[static_cast<std::size_t>(some(static_cast<int>(shapes().size())))];
    const auto placed = [&] {
      const auto dtype = static_cast<DType>(some(dtype_count));
      return Placed(make_noise(dtype, shape, Palette::spread, random), static_cast<Layout>(some(layout_count)), random);
    };
    const Placed a = placed(), b = placed(), c = placed();
    const auto result = static_cast<DType>(some(dtype_count));
    const Image expected = mixed_one_by_one(a.view(), b.view(), c.view(), result);
    for (const char* const device : devices) {
      const Placed out(make_noise(result, shape, Palette::spread, random), static_cast<Layout>(some(layout_count - 1)),
                       random);
      map({a.view(), b.view(), c.view()}, out.view(), mixed, {.device = device, .threads = 1 + some(3)});
      ASSERT_EQ(difference(expected, out.view()), "") << shape.text() << " " << device;
      ASSERT_TRUE(a.unchanged() && b.unchanged() && c.unchanged() && out.guards_hold());
    }
  }
}

TEST(OwnMap, reads_several_images_across_the_cuts_of_long_rows) {
  Random random(9);
  for (const DType dtype : {DType::float32, DType::int16, DType::uint8}) {
    const Image a = make_noise(dtype, {3, 70001}, Palette::spread, random);
    const Image b = make_noise(DType::int16, a.shape(), Palette::spread, random);
    const Image c = make_noise(DType::boolean, a.shape(), Palette::spread, random);
    Image out(DType::float64, a.shape());
    map({a, b, c}, out, mixed, {.threads = 2});
    EXPECT_EQ(difference(mixed_one_by_one(a, b, c, DType::float64), out), "");
  }
}

TEST(OwnMap, writes_to_any_of_its_images) {
  for (const char* const device : devices)
    for (const bool to_second : {false, true}) {
      Image a = image_of<std::uint8_t>({1, 3}, {1, 2, 250}), b = image_of<std::uint8_t>({1, 3}, {10, 20, 30});
      Image& out = to_second ? b : a;
      map({a, b}, out, [](int x, int y) { return x + y; }, {.device = device});
      EXPECT_EQ(difference(image_of<std::uint8_t>({1, 3}, {11, 22, 255}), out), "");
    }
}

TEST(OwnMap, takes_a_function_without_types_where_they_are_stated) {
  const Image a = image_of<std::uint8_t>({1, 3}, {1, 2, 250}), b = image_of<float>({1, 3}, {0.5F, 0.25F, 9});
  for (const char* const device : devices) {
    Image out(DType::float32, a.shape());
    map<float, float>({a, b}, out, std::plus<>(), {.device = device});
    EXPECT_EQ(difference(image_of<float>({1, 3}, {1.5F, 2.25F, 259}), out), "");
    map<float>(a, out, [](auto v, Position at) { return v + static_cast<float>(at.x); }, {.device = device});
    EXPECT_EQ(difference(image_of<float>({1, 3}, {1, 3, 252}), out), "");
  }
}

// Rows that need no conversion are not copied.
TEST(OwnMap, gives_the_function_the_pixels_where_they_are) {
  const Image image = filled<float>({3, 50}, 1);
  Image out(DType::float32, {3, 50});
  struct Seen {
    const float *low, *high;
  };
  const auto* first = static_cast<const float*>(image.data());
  static Seen seen;
  seen = {first, first + 150};
  map_rows(image, out,
           {DType::float32,
            DType::float32,
            {1, 1, 1},
            [](const void*, const RowCall& call) {
              const auto* from = static_cast<const float*>(call.from[0]);
              EXPECT_TRUE(from >= seen.low && from + call.length <= seen.high);
              std::memcpy(call.to, from, static_cast<std::size_t>(call.length) * 4);
            },
            nullptr},
           {.threads = 1});
}

TEST(OwnRows, are_told_the_number_of_their_first_pixel) {
  const auto number = [](const void*, const RowCall& call) {
    for (std::int64_t x = 0; x < call.length; ++x) static_cast<std::int64_t*>(call.to)[x] = call.first + x;
  };
  for (const char* device : devices)
    for (const DType dtype : {DType::int64, DType::uint16})  // rows used in place, and rows that are converted
      for (const Shape& shape : {Shape{3, 5, 7}, Shape{2, 70000}}) {
        const Image image(dtype, shape);
        Image out(DType::int64, shape);
        stencil_rows(image, out.view(), {dtype, DType::int64, {1, 3, 5}, number, nullptr}, Border::nearest,
                     {.device = device});
        for (std::int64_t i = 0; i < shape.count(); ++i) ASSERT_EQ(read<std::int64_t>(out, i), i) << device;
      }
}

template <class T, int rows, int columns>
struct Weighted {
  T operator()(const Window<T, rows, columns>& w) const {
    T sum = 0;
    for (int dy = -(rows / 2); dy <= rows / 2; ++dy)
      for (int dx = -(columns / 2); dx <= columns / 2; ++dx) sum = static_cast<T>(sum * 3 + w(dy, dx));
    return sum;
  }
};
template <class T>
struct WeightedVolume {
  T operator()(const Window<T, 3, 1, 5>& w) const {
    T sum = 0;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dx = -2; dx <= 2; ++dx) sum = static_cast<T>(sum * 3 + w(dz, 0, dx));
    return sum;
  }
};

// The same from single pixels.
template <class T>
Image weighted(ConstImageView image, DType dtype, std::array<std::int64_t, 3> window, const Beyond& beyond) {
  std::int64_t extent[3] = {1, 1, 1};
  for (int axis = 0; axis < image.rank(); ++axis) extent[axis + 3 - image.rank()] = image.shape()[axis];
  Image out(dtype, image.shape());
  const auto at = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    const std::int64_t plane = border_index(beyond.border, z, extent[0]);
    const std::int64_t row = border_index(beyond.border, y, extent[1]);
    const std::int64_t column = border_index(beyond.border, x, extent[2]);
    if (plane == outside || row == outside || column == outside) return Convert<T>(dtype_of<T>())(beyond.value);
    return read<T>(image, (plane * extent[1] + row) * extent[2] + column);
  };
  std::int64_t index = 0;
  for (std::int64_t z = 0; z < extent[0]; ++z)
    for (std::int64_t y = 0; y < extent[1]; ++y)
      for (std::int64_t x = 0; x < extent[2]; ++x) {
        T sum = 0;
        for (std::int64_t dz = -(window[0] / 2); dz <= window[0] / 2; ++dz)
          for (std::int64_t dy = -(window[1] / 2); dy <= window[1] / 2; ++dy)
            for (std::int64_t dx = -(window[2] / 2); dx <= window[2] / 2; ++dx)
              sum = static_cast<T>(sum * 3 + at(z + dz, y + dy, x + dx));
        write(out.view(), index++, sum);
      }
  return out;
}

constexpr int windows = 4, borders = 4;
Beyond beyond_of(int variant) { return {static_cast<Border>(variant / windows % borders), 2.5}; }
DType stencil_result(int variant) { return variant / (windows * borders) == 0 ? DType::float32 : DType::int32; }

TEST(OwnStencil, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.variants = windows * borders * 2,
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         const DType dtype = stencil_result(c.variant);
                         const Beyond beyond = beyond_of(c.variant);
                         if (c.variant % windows == 0) return weighted<float>(image, dtype, {1, 3, 3}, beyond);
                         if (c.variant % windows == 1) return weighted<std::uint8_t>(image, dtype, {1, 1, 9}, beyond);
                         if (c.variant % windows == 2) return weighted<std::int16_t>(image, dtype, {1, 5, 1}, beyond);
                         return weighted<double>(image, dtype, {image.rank() == 3 ? 3 : 1, 1, 5}, beyond);
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         const Beyond beyond = beyond_of(c.variant);
                         if (c.variant % windows == 0)
                           return stencil<3, 3>(image, out, Weighted<float, 3, 3>(), beyond, on);
                         if (c.variant % windows == 1)
                           return stencil<1, 9>(image, out, Weighted<std::uint8_t, 1, 9>(), beyond, on);
                         if (c.variant % windows == 2)
                           return stencil<5, 1>(image, out, Weighted<std::int16_t, 5, 1>(), beyond, on);
                         if (image.rank() == 3)
                           return stencil<3, 1, 5>(image, out, WeightedVolume<double>(), beyond, on);
                         stencil<1, 5>(image, out, Weighted<double, 1, 5>(), beyond, on);
                       }});
}

TEST(OwnStencil, reads_across_the_cuts_of_long_rows) {
  Random random(8);
  for (const DType dtype : {DType::float32, DType::int16})
    for (const Border border : {Border::wrap, Border::constant}) {
      const Image image = make_noise(dtype, {3, 70001}, Palette::spread, random);
      Image out(DType::float32, image.shape());
      stencil<3, 3>(image, out, Weighted<float, 3, 3>(), {border, 2.5}, {.threads = 2});
      EXPECT_EQ(difference(weighted<float>(image, DType::float32, {1, 3, 3}, {border, 2.5}), out), "");
    }
}

TEST(OwnReduce, adds_floats_in_an_order_that_threads_do_not_change) {
  Random random(3);
  for (const Shape& shape : {Shape{1, 1}, Shape{33, 1007}, Shape{700, 300}, Shape{2, 150001}, Shape{5, 70, 400}}) {
    Image image(DType::float32, shape);
    for (std::int64_t i = 0; i < shape.count(); ++i)
      static_cast<float*>(image.data())[i] = static_cast<float>(random.below(1 << 20)) * 0.37F - 9;
    const auto sum = [&](const Execution& on) {
      return reduce(
          image, 0.0F, [](float value, float v) { return value + v; }, std::plus<float>(), on);
    };
    const float expected = sum({.device = "reference"});
    for (const int threads : {1, 2, 4}) EXPECT_EQ(sum({.threads = threads}), expected) << shape.text();
  }
}

TEST(OwnReduce, folds_each_pixel_once) {
  Random random(4);
  for (int i = 0; i < 40; ++i) {
    const auto dtype = static_cast<DType>(i % dtype_count);
    const Shape& shape = shapes()[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(shapes().size())))];
    const Placed placed(make_noise(dtype, shape, Palette::spread, random), static_cast<Layout>(i % layout_count),
                        random);
    std::int64_t expected = 0;
    for (std::int64_t k = 0; k < placed.view().shape().count(); ++k) expected += read<std::int16_t>(placed.view(), k);
    for (const char* const device : devices)
      EXPECT_EQ(reduce(placed.view(), std::int64_t{0}, [](std::int64_t sum, std::int16_t v) { return sum + v; },
                       std::plus<std::int64_t>(), {.device = device}),
                expected)
          << shape.text() << " " << preamar::name_of(dtype) << " " << device;
  }
}

TEST(OwnReduce, takes_one_function_and_functions_without_types) {
  const Image image = image_of<std::uint8_t>({2, 2}, {1, 2, 250, 7});
  for (const char* const device : devices) {
    const Execution on{.device = device};
    EXPECT_EQ(reduce(image, 0.0, std::plus<>(), on), 260.0);
    EXPECT_EQ(reduce(image, std::int64_t{0}, std::plus<>(), {.device = device}), 260);
    EXPECT_EQ(reduce(image, std::uint8_t{0}, std::plus<>(), on), 4);  // modulo 256, like the value
    EXPECT_EQ(reduce(
                  image, 0, [](int a, int b) { return a < b ? b : a; }, on),
              250);
    EXPECT_EQ(reduce<bool>(image, 0, std::plus<>(), on), 4);  // pixels as bool: the non-zero ones
    EXPECT_EQ(reduce(
                  image, 0.0, [](auto sum, auto v) { return sum + v * v; }, std::plus<>(), on),
              62554.0);
  }
}

TEST(OwnStencil, takes_a_function_without_types_where_they_are_stated) {
  const Image image = image_of<std::uint8_t>({1, 3}, {1, 2, 250});
  Image out(DType::float32, image.shape());
  stencil<float, 1, 3>(image, out, [](const auto& w) { return w(0, -1) + w(0, 1); });
  EXPECT_EQ(difference(image_of<float>({1, 3}, {3, 251, 252}), out), "");
}

TEST(OwnHistogram, counts_what_the_function_says) {
  Random random(6);
  for (const DType dtype : {DType::uint8, DType::int32, DType::float32})
    for (const int threads : {1, 2, 4}) {
      const Image image = make_noise(dtype, {300, 401}, Palette::spread, random);
      const auto bin_of = [](std::int16_t v) { return v / 8 - 1; };
      std::vector<std::int64_t> expected(12, 0);
      for (std::int64_t i = 0; i < image.shape().count(); ++i)
        if (const int bin = bin_of(read<std::int16_t>(image, i)); bin >= 0 && bin < 12)
          ++expected[static_cast<std::size_t>(bin)];
      for (const char* const device : devices) {
        const Image counts = histogram(image, 12, bin_of, {.device = device, .threads = threads});
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), static_cast<const std::int64_t*>(counts.data())));
      }
    }
}

struct Thrown {};

TEST(OwnFunctions, let_their_exceptions_out) {
  Image image = filled<std::uint8_t>({500, 500}, 1);
  static_cast<std::uint8_t*>(image.data())[123456] = 7;
  Image out(image.type());
  for (const char* const device : devices)
    for (const int threads : {1, 4}) {
      const Execution on{.device = device, .threads = threads};
      const auto thrown = [](int v) { return v == 7 ? throw Thrown() : v; };
      EXPECT_THROW(map(image, out, thrown, on), Thrown);
      EXPECT_THROW((stencil<1, 1>(
                       image, out, [&](const Window<int, 1, 1>& w) { return thrown(w(0, 0)); }, Border::wrap, on)),
                   Thrown);
      EXPECT_THROW((void)reduce(
                       image, 0, [&](int sum, int v) { return sum + thrown(v); }, std::plus<int>(), on),
                   Thrown);
      EXPECT_THROW((void)histogram(image, 3, thrown, on), Thrown);
    }
}

TEST(OwnFunctions, stop_when_asked_to) {
  Image image = filled<std::uint8_t>({1000, 1000}, 1);
  for (const char* const device : devices) {
    std::stop_source source;
    const Execution on{.device = device, .stop = source.get_token()};
    EXPECT_RAISES(map(
                      image, image,
                      [&](int v) {
                        source.request_stop();
                        return v;
                      },
                      on),
                  ErrorKind::stopped, "stopped");
  }
}

TEST(OwnFunctions, are_refused_images_that_do_not_fit) {
  Image image = filled<std::uint8_t>({4, 4}, 1);
  Image out(DType::uint8, {4, 5});
  const auto same = [](int v) { return v; };
  EXPECT_RAISES(map(image, out, same), ErrorKind::call, "map: out is 4x5; it must be 4x4, as the image");
  const auto sum = [](int v, int w) { return v + w; };
  EXPECT_RAISES(map({image, out}, image, sum), ErrorKind::call, "map: image 2 is 4x5; it must be 4x4, as image 1");
  EXPECT_RAISES(map({image}, image, sum), ErrorKind::call,
                "map: the number of images is 1 and the function takes 2 pixels; give one image per pixel");
  Image other = filled<std::uint8_t>({5, 4}, 1);
  EXPECT_RAISES(map({image, view(other.as<std::uint8_t>().data() + 4, {4, 4})},
                    view(other.as<std::uint8_t>().data(), {4, 4}), sum),
                ErrorKind::call, "map: out shares memory with image 2; give it memory of its own");
  EXPECT_RAISES((stencil<1, 1>(image, image, [](const Window<int, 1, 1>& w) { return w(0, 0); })), ErrorKind::call,
                "stencil: out shares memory with image; give it memory of its own");
  Image fit(image.type());
  EXPECT_RAISES((stencil<3, 1, 1>(image, fit, [](const Window<int, 3, 1, 1>& w) { return w(0, 0, 0); })),
                ErrorKind::call,
                "stencil: image has rank 2 and the window 3 planes; give it two extents, or an image of rank 3");
}

}  // namespace
}  // namespace preamar::test
