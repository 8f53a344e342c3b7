// Pixels are copied to a device and back, for any strides and any number of bytes.
#include "primitives/backend.h"
#include "primitives/map.h"
#include "primitives/watershed.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"

#include <gtest/gtest.h>

namespace preamar::test {
using namespace primitives;
namespace {

TEST(Copies, give_back_what_they_were_given) {
  Random random(run_seed());
  const Execution on = device_under_test();
  for (const Shape& shape : {Shape{1, 1}, Shape{37, 53}, Shape{3, 5, 7}, Shape{3000, 1700}})
    for (int dtype = 0; dtype < dtype_count; ++dtype) {
      const auto type = static_cast<DType>(dtype);
      if (shape.count() > 1'000'000 && type != DType::uint16) continue;
      const Image image = make_noise(type, shape, Palette::spread, random);
      for (int from = 0; from < layout_count - 1; ++from) {
        const Placed source(image, static_cast<Layout>(from), random);
        const Placed target(make_noise(type, shape, Palette::spread, random),
                            static_cast<Layout>(layout_count - 2 - from), random);
        const Resident there(on, image.type());
        map(on, {.pixel = Pixel::copy}, source.view(), there.view());
        map(on, {.pixel = Pixel::copy}, there.view(), target.view());
        ASSERT_EQ(difference(image, target.view()), "") << shape.text() << " " << name_of(type);
        ASSERT_TRUE(target.guards_hold());
      }
    }
}

TEST(Copies, refuse_by_name_what_a_device_has_not) {
  const Execution on = device_under_test();
  Image image(DType::uint8, Shape{4, 4});
  try {
    watershed(on, {}, image, {}, image);
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(on.device + " has no watershed"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace preamar::test
