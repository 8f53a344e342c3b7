// Devices that work together share the blocks in proportion to their speed.
#include "backends/device/devices.h"
#include "tools/device.h"
#include "tools/in_blocks.h"
#include "tools/throttled.h"

#include <gtest/gtest.h>

namespace preamar::test {
namespace {

TEST(Shares, are_as_large_as_devices_are_fast) {
  const Execution on = device_under_test();
  (void)backend_for(on);
  static std::mutex lock;
  device::Driver& inner = *device::named(on.device)->driver;
  device::add(std::make_unique<Throttled>(inner, lock, "slow:0", std::chrono::milliseconds(240)));
  device::add(std::make_unique<Throttled>(inner, lock, "fast:0", std::chrono::milliseconds(60)));
  Random random(run_seed() + 2);
  const Image image = make_noise(DType::uint8, Shape{200, 200}, Palette::spread, random);
  const Operator& op = operator_named("threshold");
  const Values options{{"value", 77.0}};
  const InBlocks expected = run_whole(op, {image}, options);
  const InBlocks found = run_in_blocks(op, {image}, options, Shape{20, 20}, random, 1, "slow:0+fast:0");
  EXPECT_EQ(difference(expected.images[0], found.images[0]), "");
  ASSERT_EQ(found.counters.shares.size(), 2U);
  const auto slow = static_cast<double>(found.counters.shares[0].blocks);
  const auto fast = static_cast<double>(found.counters.shares[1].blocks);
  EXPECT_EQ(slow + fast, 10 * 10);
  // Four to one on an idle machine; a busy machine adds the same time to each block of both.
  EXPECT_GT(fast / slow, 1.5) << fast << " and " << slow;
  EXPECT_LT(fast / slow, 8) << fast << " and " << slow;
}

}  // namespace
}  // namespace preamar::test
