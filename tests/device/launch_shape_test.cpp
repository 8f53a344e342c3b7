// Execution::device_groups and device_tile reach the driver: the launches that it receives have this shape. That every
// operator has the same result with each shape is tested with the kernels.
#include "tools/images.h"
#include "tools/raises.h"
#include "tools/stand_in_device.h"
#include "tools/stand_in_launches.h"

#include <preamar/gaussian.h>
#include <preamar/operator.h>
#include <preamar/reconstruct.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace preamar::test {
namespace {

class LaunchShape : public testing::Test {
 protected:
  void SetUp() override {
    stand_in::renew_device(stand_in::record_launches);
    stand_in::launches().clear();
  }
  void TearDown() override { stand_in::renew_device(); }

  // The launches of one kernel.
  [[nodiscard]] static std::vector<stand_in::Launch> of(const std::string& family) {
    std::vector<stand_in::Launch> found;
    std::ranges::copy_if(stand_in::launches(), std::back_inserter(found),
                         [&](const stand_in::Launch& launch) { return launch.family == family; });
    return found;
  }

  static Image noise(const Shape& shape) {
    Random random(7);
    return make_noise(DType::uint8, shape, Palette::spread, random);
  }
};

TEST_F(LaunchShape, limits_the_groups_of_each_launch) {
  const Image image = noise({9, 300});  // 43 groups of 64 items
  for (const auto& [limit, groups] : {std::pair{0, 43U}, {1, 1U}, {7, 7U}, {1000, 43U}}) {
    stand_in::launches().clear();
    (void)gaussian(image, {.sigma = 1}, {.device = "cuda:0", .device_groups = limit});
    EXPECT_GE(stand_in::launches().size(), 3U);
    for (const stand_in::Launch& launch : stand_in::launches())
      EXPECT_EQ(launch.groups, groups) << launch.family << ", limit " << limit;
  }
}

TEST_F(LaunchShape, chooses_the_tile_of_a_flood) {
  const Image image = noise({34, 70});
  struct Expected {
    int tile;
    unsigned items, tiles;
  };
  for (const auto& [tile, items, tiles] : {Expected{0, 32, 6}, {32, 32, 6}, {64, 64, 2}}) {
    stand_in::launches().clear();
    std::string lines;
    Execution on{.device = "cuda:0", .device_tile = tile};
    on.log = [&](std::string_view line) { lines.append(line).append("\n"); };
    (void)reconstruct(image, image, {}, on);
    EXPECT_NE(lines.find(" tiles with a side of " + std::to_string(items)), std::string::npos) << lines;
    const std::vector<stand_in::Launch> floods = of("flood.flood_start");
    ASSERT_EQ(floods.size(), 1U);
    EXPECT_EQ(floods[0].items, items);
    EXPECT_EQ(floods[0].groups, tiles);
  }
}

TEST_F(LaunchShape, is_the_same_in_blocks) {
  const Image image = noise({34, 70});
  Image out(image.type());
  const ConstImageView inputs[] = {image};
  const ImageView outs[] = {out};
  (void)run_operator(operator_named("gaussian"), inputs, outs, {{"sigma", 1.0}},
                     {.device = "cuda:0+cpu", .threads = 1, .device_groups = 5});
  ASSERT_FALSE(stand_in::launches().empty());
  for (const stand_in::Launch& launch : stand_in::launches()) EXPECT_LE(launch.groups, 5U) << launch.family;
}

}  // namespace
}  // namespace preamar::test
