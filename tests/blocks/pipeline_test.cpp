// Chains of operators over blocks: equal to the operators one after another, with the reads and writes that the stages
// promise.
#include "blocks/plan/stages.h"
#include "blocks/run/in_memory.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <map>
#include <memory>

namespace preamar::test {
namespace {

using blocks::Operand;

// All images and numbers of a pipeline by name, computed one step after another on whole images.
struct Expected {
  std::map<std::string, Image> images;
  blocks::FoundNumbers numbers;
  std::map<std::string, Results> found;
};

Expected one_by_one(const Pipeline& pipeline, std::span<const ConstImageView> inputs) {
  std::vector<FileInfo> files;
  for (const ConstImageView& input : inputs) files.emplace_back().type = input.type();
  Expected expected;
  for (std::size_t done = 0; done < pipeline.steps.size(); ++done) {
    const blocks::Graph graph = blocks::graph_of(blocks::call_of(pipeline), files, expected.numbers);
    const blocks::GraphStep& step = graph.steps[done];
    std::vector<ConstImageView> images;
    for (const Operand& input : step.inputs)
      images.push_back(input.is_input() ? inputs[input.index] : expected.images.at(graph.name_of(input)).view());
    std::vector<Image> results;
    for (const ImageType& type : step.operation.results) results.emplace_back(type);
    const std::vector<ImageView> outs(results.begin(), results.end());
    Results found = run_operator(*step.op, images, outs, step.operation.options, {.threads = 1});
    for (const Number& number : found.numbers) expected.numbers[text(step.name, ".", number.name)] = number.value;
    for (std::size_t i = 0; i < results.size(); ++i)
      expected.images[graph.name_of({static_cast<int>(done), i})] = std::move(results[i]);
    expected.found[step.name] = std::move(found);
  }
  return expected;
}

// Reads and writes of each image, in multiples of its blocks.
using Traffic = std::map<std::string, std::pair<std::int64_t, std::int64_t>>;

Traffic expect_same_in_stages(const Pipeline& pipeline, std::span<const ConstImageView> inputs, Random& random) {
  std::vector<FileInfo> files;
  for (const ConstImageView& input : inputs) files.emplace_back().type = input.type();
  const Expected expected = one_by_one(pipeline, inputs);
  blocks::FoundNumbers numbers;
  std::map<std::string, Image> stored;
  Traffic traffic;
  const std::size_t count = blocks::stages_of(blocks::graph_of(blocks::call_of(pipeline), files, {})).list.size();
  for (std::size_t i = 0; i < count; ++i) {
    const blocks::Graph graph = blocks::graph_of(blocks::call_of(pipeline), files, numbers);
    const blocks::Stage stage = blocks::stages_of(graph).list.at(i);
    std::vector<ConstImageView> images;
    for (const Operand& input : stage.inputs)
      images.push_back(input.is_input() ? inputs[input.index] : stored.at(graph.name_of(input)).view());
    std::vector<ImageView> outs;
    for (const Operand& output : stage.outputs) {
      Image& image = stored[graph.name_of(output)];
      image = Image(graph.type_of(output));
      outs.emplace_back(image);
    }
    Shape block = random_block(stage.program.image(), random);
    for (const blocks::Step& step : stage.program.steps)
      if (blocks::is_kind<blocks::SlabsKind>(step.operation))
        block = block.rank() == 2 ? Shape{block[0], stage.program.image()[1]}
                                  : Shape{block[0], stage.program.image()[1], stage.program.image()[2]};
    const blocks::Tree tree(stage.program.image(), block, random_cutter(random));
    const blocks::ProgramInMemory done =
        blocks::run_in_memory(stage.program, tree, images, outs, {.threads = 1 + static_cast<int>(random.below(3))});
    for (std::size_t k = 0; k < stage.inputs.size(); ++k)
      traffic[graph.name_of(stage.inputs[k])].first += done.counters.reads_of[k] / tree.block_count();
    for (std::size_t k = 0; k < stage.outputs.size(); ++k)
      traffic[graph.name_of(stage.outputs[k])].second += done.counters.writes_of[k] / tree.block_count();
    for (std::size_t k = 0; k < stage.steps.size(); ++k) {
      const std::string& name = graph.steps[stage.steps[k]].name;
      for (const Number& number : done.steps[k].found.numbers) numbers[text(name, ".", number.name)] = number.value;
      for (std::size_t c = 0; c < done.steps[k].found.table.columns.size(); ++c)
        EXPECT_EQ(
            difference(expected.found.at(name).table.columns.at(c).cells, done.steps[k].found.table.columns[c].cells),
            "");
    }
  }
  for (const auto& [name, image] : stored) EXPECT_EQ(difference(expected.images.at(name), image), "") << name;
  for (const auto& [name, value] : numbers) EXPECT_EQ(expected.numbers.at(name), value) << name;
  return traffic;
}

Image random_image(Random& random, const Shape& shape) {
  Image image(DType::uint8, shape);
  const std::int64_t levels = 1 + random.below(255);
  for (std::int64_t i = 0; i < shape.count(); ++i) *pixel(image, i) = static_cast<std::byte>(random.below(levels));
  return image;
}

TEST(Pipeline, threshold_fill_holes_label_measure_need_three_reads) {
  const Pipeline pipeline{{{"image", "", {}}},
                          {{"mask", "threshold", {"image"}, {{"value", 40.0}}},
                           {"filled", "fill_holes", {"mask"}},
                           {"cells", "label", {"filled"}},
                           {"objects", "measure", {"cells"}, {{"properties", std::string("size,centroid")}}}},
                          {{"cells", ""}}};
  Random random(run_seed());
  for (int i = 0; i < cases_of(60); ++i) {
    const Image image = random_image(random, random_shape(random));
    const ConstImageView inputs[] = {image};
    EXPECT_EQ(expect_same_in_stages(pipeline, inputs, random), (Traffic{{"image", {3, 0}}, {"cells", {0, 1}}}));
    if (HasFailure()) return;
  }
}

TEST(Pipeline, objects_of_intervals_and_their_classes_need_two_reads) {
  const Values intervals{{"intervals", std::vector{1.0, 40.0, 41.0, 90.0, 120.0, 255.0}}};
  const Values classes{{"intervals", intervals.at("intervals")}, {"properties", std::string("size")}};
  const Pipeline pipeline{
      {{"image", "", {}}},
      {{"cells", "label", {"image"}, intervals}, {"objects", "measure", {"cells", "image"}, classes}},
      {{"cells", ""}}};
  Random random(run_seed() + 9);
  for (int i = 0; i < cases_of(30); ++i) {
    const Image image = random_image(random, random_shape(random));
    const ConstImageView inputs[] = {image};
    EXPECT_EQ(expect_same_in_stages(pipeline, inputs, random), (Traffic{{"image", {2, 0}}, {"cells", {0, 1}}}));
    if (HasFailure()) return;
  }
}

// The boundary of a label needs the pixels around the block.
TEST(Pipeline, an_output_is_read_from_its_file) {
  const Pipeline pipeline{{{"image", "", {}}},
                          {{"objects", "measure", {"cells"}},
                           {"cells", "label", {"mask"}},
                           {"mask", "threshold", {"image"}, {{"value", 40.0}}}},
                          {{"cells", ""}}};
  Random random(run_seed() + 3);
  for (int i = 0; i < cases_of(30); ++i) {
    const Image image = random_image(random, random_shape(random));
    const ConstImageView inputs[] = {image};
    EXPECT_EQ(expect_same_in_stages(pipeline, inputs, random), (Traffic{{"image", {2, 0}}, {"cells", {1, 1}}}));
    if (HasFailure()) return;
  }
}

TEST(Pipeline, a_halo_after_a_flood_needs_a_temporary_image) {
  const Pipeline pipeline{{{"image", "", {}}},
                          {{"smooth", "gaussian", {"image"}, {{"sigma", 0.7}}},
                           {"filled", "fill_holes", {"smooth"}},
                           {"edges", "gaussian", {"filled"}, {{"sigma", 0.5}}},
                           {"otsu", "otsu", {"edges"}},
                           {"mask", "threshold", {"edges"}, {{"value", std::string("otsu.value")}}},
                           {"cells", "label", {"mask"}}},
                          {{"cells", ""}, {"smooth", ""}}};
  Random random(run_seed() + 1);
  for (int i = 0; i < cases_of(60); ++i) {
    const Image image = random_image(random, random_shape(random));
    const ConstImageView inputs[] = {image};
    const Traffic traffic = expect_same_in_stages(pipeline, inputs, random);
    EXPECT_EQ(traffic, (Traffic{{"image", {2, 0}}, {"smooth", {0, 1}}, {"filled", {3, 1}}, {"cells", {0, 1}}}));
    if (HasFailure()) return;
  }
}

TEST(Pipeline, one_result_is_used_twice) {
  const Pipeline pipeline{{{"image", "", {}}},
                          {{"marker", "h_maxima", {"image"}, {{"h", 3.0}}},
                           {"opened", "reconstruct", {"marker", "image"}},
                           {"peaks", "regional_maxima", {"opened"}},
                           {"mask", "threshold", {"marker"}, {{"value", 9.0}}},
                           {"cells", "label", {"mask"}},
                           {"range", "minmax", {"opened"}}},
                          {{"peaks", ""}, {"cells", ""}, {"opened", ""}}};
  Random random(run_seed() + 2);
  for (int i = 0; i < cases_of(60); ++i) {
    const Image image = random_image(random, random_shape(random));
    const ConstImageView inputs[] = {image};
    EXPECT_EQ(expect_same_in_stages(pipeline, inputs, random),
              (Traffic{{"image", {3, 0}}, {"peaks", {0, 1}}, {"cells", {0, 1}}, {"opened", {2, 1}}}));
    if (HasFailure()) return;
  }
}

// Paths in an image that a flood computes, and paths whose lengths label() needs in the same stage.
TEST(Pipeline, paths_are_a_step) {
  const Pipeline pipeline{{{"image", "", {}}},
                          {{"domain", "threshold", {"image"}, {{"value", 20.0}}},
                           {"seeds", "threshold", {"image"}, {{"value", 200.0}}},
                           {"lengths", "geodesic_distance", {"seeds", "domain"}, {{"weights", std::string("steps")}}},
                           {"far", "threshold", {"lengths"}, {{"value", 3.0}}},
                           {"parts", "label", {"far"}},
                           {"filled", "fill_holes", {"domain"}},
                           {"others", "geodesic_distance", {"seeds", "filled"}},
                           {"range", "minmax", {"others"}}},
                          {{"parts", ""}, {"others", ""}}};
  Random random(run_seed() + 4);
  for (int i = 0; i < cases_of(30); ++i) {
    const Image image = random_image(random, random_shape(random));
    const ConstImageView inputs[] = {image};
    const Traffic traffic = expect_same_in_stages(pipeline, inputs, random);
    EXPECT_GE(traffic.at("image").first, 4);
    EXPECT_EQ(traffic.at("filled").second, 1);
    EXPECT_EQ(traffic.at("parts"), std::pair(std::int64_t{0}, std::int64_t{1}));
    EXPECT_EQ(traffic.at("others").second, 1);
    if (HasFailure()) return;
  }
}

TEST(Pipeline, wrong_names_are_refused) {
  FileInfo file;
  file.type = {DType::uint8, {8, 8}};
  const auto refused = [&](const std::vector<PipelineStep>& steps, std::string_view about) {
    const Pipeline pipeline{{{"image", "", {}}}, steps, {}};
    EXPECT_RAISES_ABOUT((void)blocks::graph_of(blocks::call_of(pipeline), {&file, 1}, {}), ErrorKind::call, about);
  };
  refused({}, "there is no step");
  refused({{"cells", "label", {"imagee"}}}, "'imagee' is not the name of a step");
  refused({{"a", "fill_holes", {"b"}}, {"b", "fill_holes", {"a"}}}, "remove the cycle");
  refused({{"image", "fill_holes", {"image"}}}, "'image' is given twice");
  refused({{"a", "threshold", {"image"}, {{"value", std::string("b.value")}}}, {"b", "minmax", {"image"}}},
          "finds no number of that name");
  refused({{"a", "histogram", {"image"}}, {"b", "fill_holes", {"a"}}}, "is not an image of the shape");
}

}  // namespace
}  // namespace preamar::test
