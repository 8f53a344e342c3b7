// Exact distances in slabs: the same lengths and indices as those of the whole image, in two reads and one write.
#include "blocks/plan/scratch.h"
#include "blocks/run/in_memory.h"
#include "blocks/workers/memory_streams.h"
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

class DistanceOverScratch : public FileTest {};

// Stage after stage, as a plan has them if no slab fits in the memory.
TEST_F(DistanceOverScratch, equals_the_whole_image) {
  Random random(run_seed() + 2);
  const Operator& op = operator_named("distance");
  for (int i = 0; i < cases_of(300); ++i) {
    const Case c(random);
    FileInfo info;
    info.type = c.image.type();
    const BlockInput input[] = {folder_ / "in.tif"};
    const std::vector<BlockOutput> outputs(2, folder_ / "out.tif");
    const blocks::Call call = blocks::call_of(op, input, outputs, c.options, {});
    blocks::Graph graph = blocks::graph_of(call, {&info, 1}, {});
    blocks::add_scratch(graph, "distance");
    const InBlocks expected = run_whole(op, {c.image}, c.options);
    std::map<std::string, Image> stored;
    for (const blocks::Stage& stage : blocks::stages_of(graph, {blocks::planes_of("distance")}).list) {
      Shape block = random_block(c.shape, random);
      for (const blocks::Step& step : stage.program.steps) block = blocks::spanning(step.operation, block);
      SCOPED_TRACE(text(stage.program.name, ": ", c.describe(block)));
      std::vector<ConstImageView> images;
      std::vector<ImageView> outs;
      for (const blocks::Operand& image : stage.inputs)
        images.push_back(image.is_input() ? c.image.view() : stored.at(graph.name_of(image)).view());
      for (const blocks::Operand& image : stage.outputs)
        outs.emplace_back(stored[graph.name_of(image)] = Image(graph.type_of(image)));
      const blocks::Tree tree(c.shape, block, random_cutter(random));
      const auto done =
          blocks::run_in_memory(stage.program, tree, images, outs, {.threads = 1 + static_cast<int>(random.below(3))});
      const bool is_first = blocks::is_kind<blocks::TreeKind>(stage.program.steps[0].operation);
      ASSERT_EQ(done.counters.reads, (is_first ? 2 : 1) * tree.block_count());
      ASSERT_EQ(done.counters.writes, tree.block_count());
    }
    ASSERT_EQ(difference(expected.images[0], stored.at("distance")), "");
    if (expected.images.size() > 1) {
      ASSERT_EQ(difference(expected.images[1], stored.at("distance.indices")), "");
    }
  }
}

// The first two stages are nearly all of the work.
TEST_F(DistanceOverScratch, stays_complete_after_a_stop_before_the_last_stage) {
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
    if (phase.name.starts_with("stage 3 of 3")) stop.request_stop();
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
