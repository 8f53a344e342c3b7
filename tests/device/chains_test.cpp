// Operators one after the other on images in a device's memory: what goes in is copied once, what comes out is copied
// once, and nothing in between.
#include <preamar/gaussian.h>
#include <preamar/sobel.h>
#include <preamar/threshold.h>

#include "backends/device/devices.h"
#include "skeletons/map.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"

#include <gtest/gtest.h>

namespace preamar::test {
namespace {

void chain(const ConstImage& image, const Image& smooth, const Image& slope, const Image& mask, const Execution& on) {
  gaussian(image, smooth, {.sigma = 1.5}, on);
  sobel(smooth, slope, {}, on);
  threshold(slope, mask, {.level = 3}, on);
}

TEST(Chains, copy_in_once_and_out_once) {
  Random random(run_seed());
  const Execution on = device_under_test();
  for (const Shape& shape : {Shape{70, 93}, Shape{9, 20, 31}})
    for (const DType dtype : {DType::uint8, DType::float32}) {
      const OwnedImage image = make_noise(dtype, shape, Palette::spread, random);
      OwnedImage expected(DType::boolean, shape), found(DType::boolean, shape);
      OwnedImage smooth(image.type()), slope(DType::float32, shape);
      chain(image, smooth, slope, expected, {.device = "reference"});

      const Resident there(on, image.type()), smooth_there(on, image.type()), slope_there(on, slope.type()),
          mask_there(on, found.type());
      const device::Work& work = device::named(on.device)->driver->work;
      const std::int64_t in = work.copies_in, out = work.copies_out;
      map(on, {.pixel = Pixel::copy}, image, there.view());
      chain(there.view(), smooth_there.view(), slope_there.view(), mask_there.view(), on);
      EXPECT_EQ(work.copies_in - in, 1);
      EXPECT_EQ(work.copies_out - out, 0);
      map(on, {.pixel = Pixel::copy}, mask_there.view(), found);
      EXPECT_EQ(work.copies_in - in, 1);
      EXPECT_EQ(work.copies_out - out, 1);
      EXPECT_EQ(difference(expected, found), "") << shape.text() << " " << preamar::name_of(dtype);
    }
}

}  // namespace
}  // namespace preamar::test
