// Exact distances in slabs: the same lengths and indices as those of the whole image, in two reads and one write.
#include "blocks/distance/over_scratch.h"
#include "blocks/memory_streams.h"
#include "io/support.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <cstring>
#include <vector>

namespace preamar::test {
namespace {

// Background is one pixel in this number; the last image has none.
constexpr std::int64_t rarities[] = {1, 2, 5, 40, 600, INT64_MAX};

Image random_mask(DType dtype, const Shape& shape, std::int64_t one_in, Random& random) {
  Image image = make_noise(dtype, shape, Palette::spread, random);
  const auto size = static_cast<std::size_t>(size_of(dtype));
  for (std::int64_t i = 0; i < shape.count(); ++i) std::memset(pixel(image, i), random.one_in(one_in) ? 0 : 1, size);
  return image;
}

std::vector<double> random_spacing(int rank, Random& random) {
  switch (random.below(4)) {
    case 0:
      return {1};
    case 1:
      return {0.5};
    case 2:
      return rank == 2 ? std::vector<double>{3, 1} : std::vector<double>{1, 3, 2};
    default:
      return rank == 2 ? std::vector<double>{0.777, 1.2345} : std::vector<double>{1.2345, 0.777, 3.14159};
  }
}

Shape slab_of(const Shape& shape, std::int64_t depth) {
  return shape.rank() == 2 ? Shape{depth, shape[1]} : Shape{depth, shape[1], shape[2]};
}

struct Case {
  explicit Case(Random& random)
      : shape(random_shape(random)),
        dtype(static_cast<DType>(random.below(dtype_count))),
        one_in(rarities[random.below(std::size(rarities))]),
        image(random_mask(dtype, shape, one_in, random)),
        options{{"spacing", random_spacing(shape.rank(), random)},
                {"squared", random.one_in(2)},
                {"indices", random.one_in(2)}} {}
  [[nodiscard]] std::string describe(const Shape& block) const {
    return text(shape.text(), " ", preamar::name_of(dtype), ", background 1 in ", one_in, ", blocks of ", block.text());
  }
  Shape shape;
  DType dtype;
  std::int64_t one_in;
  Image image;
  Values options;
};

TEST(DistanceInBlocks, equals_the_whole_image) {
  Random random(run_seed());
  const Operator& op = operator_named("distance");
  for (int i = 0; i < cases_of(500); ++i) {
    const Case c(random);
    const Shape slab = slab_of(c.shape, 1 + random.below(1 + random.below(c.shape[0])));
    SCOPED_TRACE(c.describe(slab));
    expect_same_in_blocks(op, {c.image}, c.options, slab, random, 1 + static_cast<int>(random.below(3)), 2, 1);
    if (HasFatalFailure()) return;
  }
}

// The squares of a slab would fit 32 bits; those of the image do not.
TEST(DistanceInBlocks, counts_far_without_loss) {
  Random random(run_seed() + 1);
  for (const Shape& shape : {Shape{70000, 3}, Shape{50000, 1, 2}}) {
    Image image = random_mask(DType::uint8, shape, INT64_MAX, random);
    *pixel(image, 1) = std::byte{0};
    for (const bool is_squared : {false, true})
      expect_same_in_blocks(operator_named("distance"), {image}, {{"squared", is_squared}, {"indices", true}},
                            slab_of(shape, 9000), random, 2, 2, 1);
  }
}

class DistanceOverScratch : public FileTest {
 protected:
  // Runs over a scratch image; `at_once` parts of `planes` planes.
  blocks::Counters run(const Case& c, const Shape& block, const blocks::PlanePlan& planes, blocks::RunState& state,
                       std::vector<Image>& results, const Execution& on) {
    const blocks::Task task = blocks::task_for(operator_named("distance"), {{c.image.type()}}, c.options);
    blocks::BlockStreams streams;
    streams.inputs.emplace_back([&] { return std::make_unique<blocks::MemorySource>(c.image); });
    std::vector<std::unique_ptr<blocks::MemorySink>> sinks;
    results.clear();
    for (const ImageType& result : task.results) results.emplace_back(result);
    for (Image& result : results) sinks.push_back(std::make_unique<blocks::MemorySink>(result));
    for (const auto& sink : sinks) streams.outputs.push_back(sink.get());
    blocks::Journal no_journal;
    return blocks::run_over_scratch(task, block, planes, streams, folder_ / "scratch", state, no_journal, on).counters;
  }
};

TEST_F(DistanceOverScratch, equals_the_whole_image_in_one_read) {
  Random random(run_seed() + 2);
  for (int i = 0; i < cases_of(300); ++i) {
    const Case c(random);
    const Shape block = random_block(c.shape, random);
    SCOPED_TRACE(c.describe(block));
    const blocks::PlanePlan planes{1 + static_cast<int>(random.below(2)), 1 + random.below(4), 0};
    const auto state = blocks::in_memory_state();
    const Execution on{.threads = 1 + static_cast<int>(random.below(3))};
    const InBlocks expected = run_whole(operator_named("distance"), {c.image}, c.options);
    std::vector<Image> found;
    const blocks::Counters counters = run(c, block, planes, *state, found, on);
    ASSERT_EQ(counters.reads, counters.blocks);
    ASSERT_EQ(counters.writes, counters.blocks);
    ASSERT_EQ(found.size(), expected.images.size());
    for (std::size_t k = 0; k < found.size(); ++k) ASSERT_EQ(difference(expected.images[k], found[k]), "") << k;
    // A resumed run reads nothing if the scratch image is complete.
    if (random.one_in(4)) {
      ASSERT_EQ(run(c, block, planes, *state, found, on).reads, 0);
      ASSERT_EQ(difference(expected.images[0], found[0]), "");
    }
    fs::remove(folder_ / "scratch");
  }
}

// The first two passes are nearly all of the work.
TEST_F(DistanceOverScratch, stays_complete_after_a_stop_before_the_last_pass) {
  Random random(run_seed() + 3);
  const Operator& op = operator_named("distance");
  const Image image = random_mask(DType::uint8, {1024, 1024}, 600, random);
  write_image(folder_ / "in.ome.zarr", image, {.chunk = {256, 256}});
  const std::vector<BlockInput> inputs = {folder_ / "in.ome.zarr"};
  const std::vector<BlockOutput> outputs = {folder_ / "out.ome.zarr"};
  BlockSettings settings;
  for (settings.memory = std::int64_t{25} << 20; settings.memory < std::int64_t{40} << 20; settings.memory += 1 << 19)
    try {
      if (plan_in_blocks(op, inputs, outputs, {}, settings, {.threads = 1}).scratch_bytes > 0) break;
    } catch (const Error&) {
      continue;
    }
  ASSERT_GT(plan_in_blocks(op, inputs, outputs, {}, settings, {.threads = 1}).scratch_bytes, 0);
  std::stop_source stop;
  settings.phase = [&](const RunPhase& phase) {
    if (phase.name == "block pass 3 of 3") stop.request_stop();
  };
  EXPECT_RAISES_ABOUT(
      (void)preamar::run_in_blocks(op, inputs, outputs, {}, settings, {.threads = 1, .stop = stop.get_token()}),
      ErrorKind::stopped, "resume=true");
  settings.phase = nullptr;
  settings.resume = true;
  EXPECT_EQ(preamar::run_in_blocks(op, inputs, outputs, {}, settings, {.threads = 1}).reads, 0);
  EXPECT_EQ(difference(run_whole(op, {image}, {}).images[0], read_image(folder_ / "out.ome.zarr")), "");
}

}  // namespace
}  // namespace preamar::test
