// Every kernel of map, reduce, stencil, histogram, convolve and edge_thinning on small images of awkward shapes,
// compared with the reference; new device memory is poisoned. Small enough for a simulator.
#include "backends/device/devices.h"
#include "core/error_text.h"
#include "primitives/convolve.h"
#include "primitives/edge_thinning.h"
#include "primitives/histogram.h"
#include "primitives/map.h"
#include "primitives/reduce.h"
#include "primitives/stencil.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace preamar::test {
using namespace primitives;
namespace {

const Execution reference{.device = "reference"};
const Shape small_shapes[] = {{1, 1}, {3, 67}, {9, 5}, {2, 3, 11}};
constexpr DType dtypes[] = {DType::uint8, DType::int16, DType::uint32, DType::float32};

class SmallFilters : public testing::Test {
 protected:
  // oclgrind itself detects memory that was never written.
  void SetUp() override { device::poison_new_memory(std::getenv("OCLGRIND_UNINITIALIZED") == nullptr); }
  void TearDown() override { device::poison_new_memory(false); }

  // Calls run(on, out) on the device and on the reference, and compares `out`.
  template <class Run>
  void expect_same(const ImageType& type, const std::string& what, const Run& run) {
    Image expected(type), found(type);
    run(reference, expected);
    run(device_under_test(), found);
    EXPECT_EQ(difference(expected, found), "") << what << ", " << type.shape.text();
  }

  [[nodiscard]] Faces random_faces(int rank) {
    Faces faces;
    for (int axis = 0; axis < rank; ++axis) {
      if (random.below(2) == 0) faces.set_low(axis);
      if (random.below(2) == 0) faces.set_high(axis);
    }
    return faces;
  }

  // Boxes of two levels, in which gradients are often equal.
  [[nodiscard]] Image boxes(DType dtype, const Shape& shape) {
    Image image(dtype, shape);
    const Image levels = make_noise(dtype, {1, 2}, Palette::spread, random);
    const std::int64_t columns = shape[shape.rank() - 1], size = size_of(dtype);
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      const std::int64_t level = (i / columns / 3 + i % columns / 4) % 2;
      std::memcpy(pixel(image, i), pixel(levels, level), static_cast<std::size_t>(size));
    }
    return image;
  }

  Random random{run_seed()};
};

TEST_F(SmallFilters, map_as_the_plain_loops) {
  for (const Shape& shape : small_shapes)
    for (const DType dtype : dtypes) {
      const Image image = make_noise(dtype, shape, Palette::extremes, random),
                  other = make_noise(dtype, shape, Palette::extremes, random);
      for (const Pixel word : {Pixel::fill, Pixel::add, Pixel::subtract, Pixel::greater, Pixel::nonzero, Pixel::valid,
                               Pixel::replace, Pixel::edge, Pixel::restore, Pixel::differs, Pixel::difference}) {
        const Faces faces = random_faces(shape.rank());
        expect_same({gives_bool(word) ? DType::boolean : dtype, shape}, text("word ", static_cast<int>(word)),
                    [&](const Execution& on, ImageView out) {
                      map(on, {.pixel = word, .value = 1, .edges = faces}, image, other, out);
                    });
      }
      for (const DType mask_dtype : {DType::boolean, DType::int16, DType::uint32, DType::int64}) {
        const Image mask = make_noise(mask_dtype, shape, Palette::extremes, random);
        for (const double value : {0.0, 7.0, 1e300})
          expect_same({dtype, shape}, text("keep where ", name_of(mask_dtype), ", else ", value),
                      [&](const Execution& on, ImageView out) {
                        map(on, {.pixel = Pixel::keep, .value = value}, image, mask, out);
                      });
      }
    }
}

TEST_F(SmallFilters, reduce_as_the_plain_loops) {
  for (const Shape& shape : small_shapes)
    for (const DType dtype : dtypes) {
      const Palette palette = random.below(2) == 0 ? Palette::with_nan : Palette::extremes;
      const Image image = make_noise(dtype, shape, palette, random);
      for (const Summary summary : {Summary::nan_count, Summary::nonzero_count, Summary::is_constant})
        EXPECT_EQ(reduce(reference, {summary}, image), reduce(device_under_test(), {summary}, image)) << shape.text();
      const Reduced expected = extent(reference, image), found = extent(device_under_test(), image);
      EXPECT_EQ(expected.count, found.count);
      if (expected.count > 0) continue;
      EXPECT_EQ(expected.extent, found.extent) << shape.text();
    }
}

TEST_F(SmallFilters, stencil_as_the_plain_loops) {
  for (const Shape& shape : small_shapes)
    for (const DType dtype : dtypes) {
      const Palette palette = random.below(2) == 0 ? Palette::with_nan : Palette::spread;
      const Image image = make_noise(dtype, shape, palette, random);
      for (const Footprint footprint : {Footprint::box, Footprint::ball, Footprint::neighbours})
        for (const StencilValue value : {StencilValue::best, StencilValue::slope}) {
          const Order order = random.below(2) == 0 ? Order::rising : Order::falling;
          const std::int64_t radius = footprint == Footprint::neighbours ? shape.rank() : random.below(12);
          expect_same(image.type(), text("footprint ", static_cast<int>(footprint), " radius ", radius),
                      [&](const Execution& on, ImageView out) {
                        stencil(on, {value, order, footprint, radius}, image, out);
                      });
        }
    }
}

TEST_F(SmallFilters, histogram_as_the_plain_loops) {
  for (const std::size_t bins : {1, 37, 3000})
    for (const DType dtype : dtypes) {
      const Image image = make_noise(dtype, {5, 61}, Palette::spread, random);
      std::vector<double> edges;
      for (std::size_t i = 0; i <= bins; ++i) edges.push_back(-20 + 300.0 * static_cast<double>(i * i) / 4e3);
      std::vector<std::int64_t> expected(bins), found(bins);
      histogram(reference, {edges}, image, expected);
      histogram(device_under_test(), {edges}, image, found);
      EXPECT_EQ(expected, found) << bins << " " << preamar::name_of(dtype);
    }
}

TEST_F(SmallFilters, convolve_as_the_plain_loops) {
  for (const Shape& shape : small_shapes)
    for (const DType dtype : dtypes) {
      const Image image = make_noise(dtype, shape, Palette::spread, random);
      const ConvolveSpec spec{.smooth = {Weights{0.5, 0.25, 0.1}, Weights{0.4, 0.3}, Weights{0.7, 0.2, 0.1, 0.05}},
                              .derive = {Weights{0, 0.5}, Weights{0, 0.3, 0.1}, Weights{0, 0.2}},
                              .border = static_cast<Border>(random.below(4))};
      for (const DType to : {DType::uint8, DType::int32, DType::uint64, DType::float32, DType::float64})
        expect_same({to, shape}, text(name_of(dtype), " to ", name_of(to)),
                    [&](const Execution& on, ImageView out) { convolve(on, spec, image, {.smooth = out}); });
      expect_same({DType::float32, shape}, "magnitude",
                  [&](const Execution& on, ImageView out) { convolve(on, spec, image, {.magnitude = out}); });
      if (shape.rank() == 3) continue;
      expect_same({DType::float32, shape}, "direction", [&](const Execution& on, ImageView out) {
        Image magnitude(DType::float32, shape);
        convolve(on, spec, image, {.magnitude = magnitude, .direction = out});
      });
    }
}

TEST_F(SmallFilters, edges_as_the_plain_loops) {
  for (const Shape& shape : small_shapes)
    for (const DType dtype : dtypes)
      for (const Thinning thinning : {Thinning::gradient, Thinning::differential}) {
        const Image image = boxes(dtype, shape);
        const EdgeThinningSpec spec{.thinning = thinning, .weights = {0.5, 0.25}, .low = 0.01, .high = 0.2};
        for (const bool is_sure : {false, true})
          expect_same({DType::boolean, shape}, is_sure ? "sure" : "kept", [&](const Execution& on, ImageView out) {
            Image other(DType::boolean, shape);
            is_sure ? edge_thinning(on, spec, image, other, out) : edge_thinning(on, spec, image, out, other);
          });
      }
}

}  // namespace
}  // namespace preamar::test
