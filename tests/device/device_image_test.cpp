// A DeviceImage copies pixels when they are asked for where they are not, and never else.
#include <preamar/device_image.h>

#include "backends/device/devices.h"
#include "skeletons/map.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"

#include <gtest/gtest.h>

namespace preamar::test {
namespace {

class Copies : public testing::Test {
 protected:
  Copies() { (void)backend_for(on); }
  // In and out since the last time it was asked.
  std::pair<std::int64_t, std::int64_t> made() {
    const device::Work& work = device::named(on.device)->driver->work;
    const std::pair made(work.copies_in - in_, work.copies_out - out_);
    in_ = work.copies_in;
    out_ = work.copies_out;
    return made;
  }

  Execution on = device_under_test();
  Random random{run_seed()};

 private:
  std::int64_t in_ = 0, out_ = 0;
};

using Made = std::pair<std::int64_t, std::int64_t>;

TEST_F(Copies, are_made_once_along_a_chain) {
  const OwnedImage image = make_noise(DType::uint16, Shape{50, 70}, Palette::spread, random);
  DeviceImage first(ConstImage(image), on), second(image.type(), on), third(image.type(), on);
  (void)made();
  map(on, {.pixel = Pixel::copy}, first.on_device(), second.to_write_on_device());
  map(on, {.pixel = Pixel::copy}, second.on_device(), third.to_write_on_device());
  EXPECT_EQ(made(), Made(1, 0));
  EXPECT_TRUE(third.is_newest_on_device());
  EXPECT_EQ(difference(image, third.on_host()), "");
  EXPECT_EQ(difference(image, third.on_host()), "");
  EXPECT_EQ(made(), Made(0, 1));
  EXPECT_FALSE(third.is_newest_on_device());
  EXPECT_EQ(difference(image, first.on_host()), "");
  EXPECT_EQ(made(), Made(0, 0)) << "the first was on the host all the time";
}

TEST_F(Copies, follow_what_was_written_last) {
  const OwnedImage one = make_noise(DType::uint8, Shape{9, 8}, Palette::spread, random);
  const OwnedImage other = make_noise(DType::uint8, Shape{9, 8}, Palette::spread, random);
  DeviceImage image(ConstImage(one), on);
  (void)image.on_device();
  const Execution here;
  map(here, {.pixel = Pixel::copy}, other, image.to_write_on_host());
  DeviceImage result(one.type(), on);
  map(on, {.pixel = Pixel::copy}, image.on_device(), result.to_write_on_device());
  EXPECT_EQ(difference(other, result.on_host()), "");
}

TEST(DeviceImage, is_one_copy_on_the_cpu) {
  Random random(run_seed());
  const OwnedImage image = make_noise(DType::uint8, Shape{9, 8}, Palette::spread, random);
  DeviceImage copy(image.type(), {});
  map({}, {.pixel = Pixel::copy}, image, copy.to_write_on_device());
  EXPECT_FALSE(copy.is_newest_on_device());
  EXPECT_EQ(copy.on_host().data(), copy.on_device().data());
  EXPECT_EQ(difference(image, copy.on_host()), "");
}

}  // namespace
}  // namespace preamar::test
