// A DeviceImage copies pixels only when they are requested where they are not.
#include <preamar/device_image.h>

#include "backends/device/devices.h"
#include "primitives/map.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"

#include <gtest/gtest.h>

namespace preamar::test {
using namespace primitives;
namespace {

class Copies : public testing::Test {
 protected:
  Copies() { (void)backend_for(on); }
  // Bytes in and out since the last query.
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
  const Image image = make_noise(DType::uint16, Shape{50, 70}, Palette::spread, random);
  DeviceImage first(ConstImageView(image), on), second(image.type(), on), third(image.type(), on);
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
  const Image one = make_noise(DType::uint8, Shape{9, 8}, Palette::spread, random);
  const Image other = make_noise(DType::uint8, Shape{9, 8}, Palette::spread, random);
  DeviceImage image(ConstImageView(one), on);
  (void)image.on_device();
  const Execution here;
  map(here, {.pixel = Pixel::copy}, other, image.to_write_on_host());
  DeviceImage result(one.type(), on);
  map(on, {.pixel = Pixel::copy}, image.on_device(), result.to_write_on_device());
  EXPECT_EQ(difference(other, result.on_host()), "");
}

TEST_F(Copies, share_memory_by_its_handle) {
  const Image image = make_noise(DType::float32, Shape{9, 8}, Palette::spread, random);
  DeviceImage owner(image.type(), on);
  owner.write(image);
  bool is_released = false;
  {
    DeviceImage borrower(image.type(), on, owner.handle(), [&] { is_released = true; });
    EXPECT_EQ(difference(image, borrower.on_host()), "");
    EXPECT_FALSE(is_released);
  }
  EXPECT_TRUE(is_released);
  EXPECT_EQ(difference(image, owner.on_host()), "");
}

TEST_F(Copies, are_made_once_by_run_operator) {
  const Operator& op = operator_named("threshold");
  const Image image = make_noise(DType::uint8, Shape{60, 80}, Palette::spread, random);
  const Values options{{"value", 100.0}};
  Image expected(DType::boolean, image.shape()), found(DType::boolean, image.shape());
  const ConstImageView in = image;
  const ImageView first = expected, second = found;
  (void)run_operator(op, {&in, 1}, {&first, 1}, options);
  (void)made();
  (void)run_operator(op, {&in, 1}, {&second, 1}, options, on);
  EXPECT_EQ(made(), Made(1, 1));
  EXPECT_EQ(difference(expected, found), "");
  DeviceImage there(image.type(), on), result(expected.type(), on);
  there.write(image);
  const ConstImageView from = there.on_device();
  const ImageView to = result.to_write_on_device();
  (void)made();
  (void)run_operator(op, {&from, 1}, {&to, 1}, options, on);
  EXPECT_EQ(made(), Made(0, 0));
  EXPECT_EQ(difference(expected, result.on_host()), "");
}

TEST(DeviceImage, is_one_copy_on_the_cpu) {
  Random random(run_seed());
  const Image image = make_noise(DType::uint8, Shape{9, 8}, Palette::spread, random);
  DeviceImage copy(image.type(), {});
  map({}, {.pixel = Pixel::copy}, image, copy.to_write_on_device());
  EXPECT_FALSE(copy.is_newest_on_device());
  EXPECT_EQ(copy.on_host().data(), copy.on_device().data());
  EXPECT_EQ(difference(image, copy.on_host()), "");
}

}  // namespace
}  // namespace preamar::test
