// The table of instances, and how wrong calls are rejected.
#include <preamar/error.h>
#include <preamar/generate.h>

#include "tools/raises.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string_view>
#include <vector>

namespace preamar::test {
namespace {

TEST(Table, HoldsTheNamesThatBenchmarksUse) {
  constexpr std::string_view names[] = {"ball3d",
                                        "big-circle",
                                        "blobs",
                                        "blobs3d",
                                        "blocks3d",
                                        "centre-circle",
                                        "chess3d",
                                        "chess3d-2",
                                        "circles16",
                                        "corners",
                                        "cross",
                                        "diagonal",
                                        "photo",
                                        "random-10",
                                        "random-50",
                                        "random-90",
                                        "random-bg1",
                                        "random-pair",
                                        "random3d-20",
                                        "random3d-50",
                                        "snake3d",
                                        "spiral",
                                        "spiral-pair",
                                        "spiral3d",
                                        "tissue",
                                        "tissue-bin",
                                        "tissue-seeds",
                                        "tissue3d",
                                        "tissue3d-bin",
                                        "tissue3d-border",
                                        "tissue3d-h",
                                        "tissue3d-seeds",
                                        "tissue-25-h",
                                        "tissue-50-h",
                                        "tissue-75-h",
                                        "tissue-100-h",
                                        "tissue-25-border",
                                        "tissue-50-border",
                                        "tissue-75-border",
                                        "tissue-100-border"};
  for (const auto name : names)
    EXPECT_TRUE(std::ranges::any_of(instances(), [name](const Instance& i) { return i.name == name; })) << name;
}

TEST(Table, IsInOrderAndTrue) {
  EXPECT_TRUE(std::ranges::is_sorted(instances(), {}, &Instance::name));
  for (const Instance& instance : instances()) {
    EXPECT_FALSE(instance.summary.empty()) << instance.name;
    const auto images = generate(instance.name, 8);
    ASSERT_EQ(images.size(), static_cast<std::size_t>(instance.images)) << instance.name;
    for (int which = 0; which < instance.images; ++which) {
      const ImageType& type = images[static_cast<std::size_t>(which)].type();
      EXPECT_EQ(type, instance_type(instance.name, 8, which)) << instance.name;
      EXPECT_EQ(type.shape, instance.rank == 2 ? Shape({8, 8}) : Shape({8, 8, 8})) << instance.name;
    }
  }
}

TEST(Calls, UnknownNamesAreAnsweredWithTheNearest) {
  EXPECT_RAISES((void)generate("tisue-50-h", 100), ErrorKind::call,
                "generate: instance 'tisue-50-h' is unknown; the nearest name is 'tissue-50-h'");
  EXPECT_RAISES_ABOUT((void)instance_type("spirall", 100, 0), ErrorKind::call, "'spiral'");
  const std::int64_t origin[] = {0, 0};
  EXPECT_RAISES_ABOUT(generate_region("", 100, 0, origin, ImageView()), ErrorKind::call, "unknown");
}

TEST(Calls, SizesOutOfRangeAreRefused) {
  EXPECT_RAISES((void)generate("spiral", 7, {}), ErrorKind::call, "spiral: size is 7; it must be from 8 to 268435456");
  EXPECT_RAISES_ABOUT((void)generate("spiral", -1), ErrorKind::call, "size is -1");
  EXPECT_RAISES_ABOUT((void)instance_type("spiral", (1 << 28) + 1, 0), ErrorKind::call, "size");
}

TEST(Calls, WrongRegionsAreRefused) {
  Image out(DType::uint8, {4, 4});
  Image volume(DType::uint8, {4, 4, 4});
  Image labels(DType::int32, {4, 4});
  const auto call = [](std::string_view name, int which, std::vector<std::int64_t> origin, ImageView image) {
    generate_region(name, 10, which, origin, image);
  };
  call("tissue", 0, {6, 6}, out);
  call("tissue-seeds", 1, {6, 6}, labels);
  EXPECT_RAISES(call("tissue", 0, {6, 7}, out), ErrorKind::call,
                "tissue: the region from 7 on with 4 pixels along axis 1 is not within 0 to 10");
  EXPECT_RAISES_ABOUT(call("tissue", 0, {-1, 0}, out), ErrorKind::call, "axis 0");
  EXPECT_RAISES_ABOUT(call("tissue", 0, {INT64_MAX, 0}, out), ErrorKind::call, "axis 0");
  EXPECT_RAISES_ABOUT(call("tissue", 0, {6}, out), ErrorKind::call, "origin");
  EXPECT_RAISES_ABOUT(call("tissue", 0, {6, 6, 6}, volume), ErrorKind::call, "rank");
  EXPECT_RAISES_ABOUT(call("tissue", 1, {6, 6}, out), ErrorKind::call, "which is 1");
  EXPECT_RAISES_ABOUT(call("tissue", -1, {6, 6}, out), ErrorKind::call, "which is -1");
  EXPECT_RAISES(call("tissue-seeds", 1, {6, 6}, out), ErrorKind::call, "tissue-seeds: out is uint8; image 1 is int32");
}

TEST(Calls, ProgressRisesToOne) {
  std::vector<double> parts;
  Execution on;
  on.progress = [&](double part) { parts.push_back(part); };
  (void)generate("random-pair", 100, on);
  EXPECT_GT(parts.size(), 3u);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  EXPECT_EQ(parts.back(), 1);
}

TEST(Calls, StopWhenAskedTo) {
  std::stop_source source;
  int reports = 0;
  Execution on;
  on.stop = source.get_token();
  on.progress = [&](double) {
    if (++reports == 2) source.request_stop();
  };
  EXPECT_RAISES((void)generate("tissue", 1024, on), ErrorKind::stopped, "tissue: stopped");
  EXPECT_EQ(reports, 2);
}

}  // namespace
}  // namespace preamar::test
