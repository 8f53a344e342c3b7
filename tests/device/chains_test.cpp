// Operators in sequence on images in a device's memory: inputs are copied once, outputs are copied once, and nothing in
// between. Several threads may run them.
#include <preamar/canny.h>
#include <preamar/gaussian.h>
#include <preamar/sobel.h>
#include <preamar/threshold.h>

#include "backends/device/devices.h"
#include "primitives/map.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace preamar::test {
using namespace primitives;
namespace {

struct Images {
  ImageView smooth, slope, steep, edges;
};

void chain(ConstImageView image, const Images& to, const Execution& on) {
  gaussian(image, to.smooth, {.sigma = 1.5}, on);
  sobel(to.smooth, to.slope, {}, on);
  threshold(to.slope, to.steep, {.value = 3}, on);
  canny(to.slope, to.edges, {.sigma = 1, .low = 1, .high = 2}, on);
}

TEST(Chains, copy_in_once_and_out_once) {
  Random random(run_seed());
  const Execution on = device_under_test();
  for (const Shape& shape : {Shape{70, 93}, Shape{9, 20, 31}})
    for (const DType dtype : {DType::uint8, DType::float32}) {
      const Image image = make_noise(dtype, shape, Palette::spread, random);
      Image smooth(image.type()), slope(DType::float32, shape), steep(DType::boolean, shape),
          edges(DType::boolean, shape), found(DType::boolean, shape);
      chain(image, {smooth, slope, steep, edges}, {.device = "reference"});

      const Resident there(on, image.type()), smooth_there(on, smooth.type()), slope_there(on, slope.type()),
          steep_there(on, steep.type()), edges_there(on, edges.type());
      const device::Work& work = device::named(on.device)->driver->work;
      const std::int64_t in = work.copies_in, out = work.copies_out;
      map(on, {.pixel = Pixel::copy}, image, there.view());
      chain(there.view(), {smooth_there.view(), slope_there.view(), steep_there.view(), edges_there.view()}, on);
      EXPECT_EQ(work.copies_in - in, 1);
      EXPECT_EQ(work.copies_out - out, 0);
      for (const auto& [expected, given] : {std::pair{&steep, &steep_there}, {&edges, &edges_there}}) {
        map(on, {.pixel = Pixel::copy}, given->view(), found);
        EXPECT_EQ(difference(*expected, found), "") << shape.text() << " " << preamar::name_of(dtype);
      }
      EXPECT_EQ(work.copies_in - in, 1);
      EXPECT_EQ(work.copies_out - out, 2);
    }
}

// All threads share the queues of the device.
TEST(Chains, of_several_threads_share_a_device) {
  constexpr std::size_t callers = 4;
  const Shape shape{70, 93};
  std::array<std::string, callers> differences;
  static_cast<void>(backend_for(device_under_test()));  // looks for devices
  const auto call = [&](std::size_t caller) {
    Random random(run_seed() + caller);
    const Image image = make_noise(DType::uint8, shape, Palette::spread, random);
    Image expected(DType::boolean, shape), found(DType::boolean, shape);
    canny(image, expected, {.sigma = 1, .low = 20, .high = 60}, {.device = "reference"});
    Execution on = device_under_test();
    on.device_groups = static_cast<std::int64_t>(caller);  // each thread has its own launch shape
    on.device_tile = 32 * static_cast<int>(caller % 3);
    for (int round = 0; round < 10 && differences[caller].empty(); ++round) {
      canny(image, found, {.sigma = 1, .low = 20, .high = 60}, on);
      differences[caller] = difference(expected, found);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t caller = 0; caller < callers; ++caller) threads.emplace_back(call, caller);
  }
  for (const std::string& each : differences) EXPECT_EQ(each, "");
}

}  // namespace
}  // namespace preamar::test
