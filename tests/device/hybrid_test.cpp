// The CPU and every device together give the bytes of the CPU.
#include "registry/example.h"
#include "tools/device.h"
#include "tools/in_blocks.h"

#include <preamar/devices.h>

#include <gtest/gtest.h>

namespace preamar::test {
namespace {

struct Call {
  std::string_view op;
  Values options;
  int images;
};

const Call calls[] = {
    {"gaussian", {{"sigma", 1.5}}, 1},
    {"hysteresis", {{"low", 90.0}, {"high", 200.0}}, 1},
    {"label", {}, 1},
    {"minmax", {}, 1},
    {"reconstruct", {}, 2},
    {"threshold", {{"value", 100.0}}, 1},
};

TEST(Hybrid, gives_what_the_cpu_gives) {
  Random random(run_seed());
  for (const Call& call : calls)
    for (const Shape& shape : {Shape{97, 120}, Shape{9, 21, 33}}) {
      const Operator& op = operator_named(call.op);
      const Pair pair = make_pair({.shape = shape, .content = Content::plateaus}, random);
      std::vector<ConstImageView> inputs{pair.mask};
      if (call.images == 2) inputs.insert(inputs.begin(), pair.marker);
      SCOPED_TRACE(std::string(call.op) + " " + shape.text());
      const InBlocks expected = run_whole(op, inputs, call.options);
      const Shape block = shape.rank() == 2 ? Shape{17, 23} : Shape{4, 9, 8};
      const InBlocks found = run_in_blocks(op, inputs, call.options, block, random, 2, "hybrid");
      for (std::size_t i = 0; i < expected.images.size(); ++i)
        ASSERT_EQ(difference(expected.images[i], found.images[i]), "");
      ASSERT_EQ(expected.found.numbers, found.found.numbers);
      std::int64_t sum = 0, by_devices = 0;
      for (const Share& share : found.counters.shares) {
        sum += share.blocks;
        if (share.device != "cpu") by_devices += share.blocks;
      }
      EXPECT_EQ(sum, found.counters.reads);
      EXPECT_GT(by_devices, 0) << "no device took a block";
    }
}

TEST(Hybrid, needs_the_cpu_for_what_devices_cannot_do) {
  const Execution on = device_under_test();
  Random random(run_seed() + 3);
  const Image image = make_noise(DType::float64, Shape{20, 20}, Palette::spread, random);
  const Image levels = make_noise(DType::uint8, Shape{20, 20}, Palette::spread, random);
  const auto refuses = [&](std::string_view op, const std::vector<ConstImageView>& inputs, const std::string& device) {
    try {
      (void)run_in_blocks(operator_named(op), inputs, options_for(operator_named(op)), Shape{10, 16}, random, 1,
                          device);
      FAIL() << "not refused";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("name the cpu too"), std::string::npos) << error.what();
    }
  };
  refuses("dilate", {image}, on.device + "+" + on.device);
  refuses("dilate", {image}, on.device);
  refuses("reconstruct", {levels, levels}, on.device);
}

TEST(Hybrid, runs_whole_calls) {
  Random random(run_seed() + 1);
  const Image image = make_noise(DType::uint8, Shape{600, 700}, Palette::spread, random);
  const Operator& op = operator_named("threshold");
  Image expected(DType::boolean, image.shape()), found(DType::boolean, image.shape());
  const ConstImageView in = image;
  const ImageView one = expected, other = found;
  const Values options{{"value", 77.0}};
  (void)run_operator(op, {&in, 1}, {&one, 1}, options);
  std::string told;
  (void)run_operator(op, {&in, 1}, {&other, 1}, options,
                     {.device = "hybrid", .log = [&](std::string_view line) { told = line; }});
  EXPECT_EQ(difference(expected, found), "");
  EXPECT_NE(told.find("hybrid: blocks: "), std::string::npos) << told;
}

}  // namespace
}  // namespace preamar::test
