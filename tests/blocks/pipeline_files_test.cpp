// Pipelines from files to files: equal to the operators one after another, also if they are stopped and resumed.
#include "../io/support.h"

#include "tools/images.h"
#include "tools/raises.h"

#include <preamar/pipeline.h>

#include <algorithm>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

namespace preamar::test {
namespace {

class PipelineFiles : public FileTest {
 protected:
  PipelineFiles() { write_image(folder_ / "in.ome.zarr", noise(DType::uint8, {130, 190}), {.chunk = {32, 32}}); }

  // Nuclei: smooth, threshold, fill, split by the distance, measure.
  [[nodiscard]] Pipeline nuclei(const std::string& suffix) const {
    return {{{"image", folder_ / "in.ome.zarr", {}}},
            {{"smooth", "gaussian", {"image"}, {{"sigma", 1.0}}},
             {"otsu", "otsu", {"smooth"}, {}},
             {"mask", "threshold", {"smooth"}, {{"value", std::string("otsu.value")}}},
             {"filled", "fill_holes", {"mask"}, {}},
             {"depth", "distance", {"filled"}, {}},
             {"peaks", "h_maxima", {"depth"}, {{"h", 0.5}, {"extended", true}}},
             {"seeds", "label", {"peaks"}, {}},
             {"cells", "watershed", {"smooth", "seeds", "filled"}, {}},
             {"objects", "measure", {"cells", "image"}, {}}},
            {{"cells", folder_ / ("cells" + suffix)}, {"objects", folder_ / "objects.csv"}}};
  }

  [[nodiscard]] Image expected_cells() const {
    const Image image = read_image(folder_ / "in.ome.zarr");
    const auto run = [](std::string_view name, const std::vector<ConstImageView>& inputs, const Values& options) {
      const Operator& op = operator_named(name);
      std::vector<ImageType> types;
      for (const ConstImageView& input : inputs) types.push_back(input.type());
      Image out(op.results(types, options)[0]);
      const ImageView outs[] = {out};
      (void)run_operator(op, inputs, outs, options);
      return out;
    };
    const Image smooth = run("gaussian", {image}, {{"sigma", 1.0}});
    const ConstImageView smooth_view[] = {smooth};
    const Results otsu = run_operator(operator_named("otsu"), smooth_view, {}, {});
    const Image mask = run("threshold", {smooth}, {{"value", std::get<double>(otsu.numbers[0].value)}});
    const Image filled = run("fill_holes", {mask}, {});
    const Image depth = run("distance", {filled}, {});
    const Image peaks = run("h_maxima", {depth}, {{"h", 0.5}, {"extended", true}});
    const Image seeds = run("label", {peaks}, {});
    return run("watershed", {smooth, seeds, filled}, {});
  }
};

::testing::AssertionResult same_results(const Results& one, const Results& other) {
  if (one.numbers != other.numbers) return ::testing::AssertionFailure() << "numbers differ";
  if (one.table.columns.size() != other.table.columns.size())
    return ::testing::AssertionFailure() << one.table.columns.size() << " and " << other.table.columns.size()
                                         << " columns";
  for (std::size_t i = 0; i < one.table.columns.size(); ++i) {
    const Column &a = one.table.columns[i], &b = other.table.columns[i];
    if (a.name != b.name || !same(a.cells, b.cells)) return ::testing::AssertionFailure() << a.name;
  }
  return ::testing::AssertionSuccess();
}

void expect_same_found(const std::vector<StepResults>& one, const std::vector<StepResults>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].step, other[i].step);
    EXPECT_TRUE(same_results(one[i].found, other[i].found)) << one[i].step;
  }
}

// Requests a stop when that fraction is done.
Execution stopped_at(double moment, std::stop_source& stop) {
  Execution on;
  on.stop = stop.get_token();
  on.progress = [moment, &stop](double done) {
    if (done >= moment) stop.request_stop();
  };
  return on;
}

BlockSettings small_blocks() { return {.block = {32, 32}, .write = {.chunk = {32, 32}}}; }

TEST_F(PipelineFiles, give_what_the_steps_give) {
  const PipelineReport report = run_pipeline(nuclei(".ome.zarr"), small_blocks());
  EXPECT_TRUE(same(expected_cells(), read_image(folder_ / "cells.ome.zarr")));
  EXPECT_TRUE(fs::exists(folder_ / "objects.csv"));
  EXPECT_EQ(entry_count(), 3);
  for (const PipelineImage& image : report.plan.images) {
    EXPECT_GE(image.blocks_read, image.reads) << image.name;
    EXPECT_EQ(image.blocks_written > 0, image.writes > 0) << image.name;
  }
}

TEST_F(PipelineFiles, are_refused_before_anything_is_read) {
  (void)run_pipeline(nuclei(".ome.zarr"), small_blocks());
  EXPECT_RAISES_ABOUT((void)run_pipeline(nuclei(".ome.zarr"), small_blocks()), ErrorKind::io, "overwrite");
  EXPECT_EQ(entry_count(), 3);
  BlockSettings low = small_blocks();
  low.memory = std::int64_t{8} << 20;
  Pipeline otsu = nuclei(".ome.zarr");
  otsu.steps.resize(2);
  otsu.outputs.clear();
  EXPECT_RAISES_ABOUT((void)plan_pipeline(otsu, low), ErrorKind::resource,
                      "steps smooth, otsu: memory is 8M; blocks of 32x32 need ");
}

// Distances of which no slab fits are over scratch images, so another stage needs the most.
TEST_F(PipelineFiles, state_the_memory_of_the_largest_stage) {
  fs::create_directories(folder_ / "large.zarr");
  store(folder_ / "large.zarr" / "zarr.json",
        R"({"zarr_format":3,"node_type":"array","shape":[200000,200000],"data_type":"uint8","fill_value":7,)"
        R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[512,512]}},)"
        R"("chunk_key_encoding":{"name":"default"},"codecs":[{"name":"bytes"}],"dimension_names":["y","x"]})");
  Pipeline pipeline = nuclei(".ome.zarr");
  pipeline.inputs[0].file = folder_ / "large.zarr";
  BlockSettings settings{.memory = 1 << 20};
  std::int64_t needed = 0;
  try {
    (void)run_pipeline(pipeline, settings);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    const std::string words = error.what();
    EXPECT_EQ(error.kind(), ErrorKind::resource);
    EXPECT_TRUE(words.starts_with("steps smooth, cells: memory is 1M; blocks of 512x1024 on ")) << words;
    needed = std::stoll(words.substr(words.find(" need ") + 6));
  }
  EXPECT_EQ(entry_count(), 2);
  settings.memory = (needed - 1) << 20;
  EXPECT_RAISES_ABOUT((void)plan_pipeline(pipeline, settings), ErrorKind::resource, "steps smooth, cells: ");
  settings.memory = needed << 20;
  EXPECT_LE(plan_pipeline(pipeline, settings).peak_memory, settings.memory);
}

TEST_F(PipelineFiles, write_each_result_to_one_file) {
  const auto refused = [&](const std::vector<PipelineOutput>& outputs, std::string_view about) {
    Pipeline pipeline = nuclei(".ome.zarr");
    pipeline.outputs = outputs;
    EXPECT_RAISES_ABOUT((void)run_pipeline(pipeline, small_blocks()), ErrorKind::call, about);
    EXPECT_RAISES_ABOUT((void)plan_pipeline(pipeline, small_blocks()), ErrorKind::call, about);
    EXPECT_EQ(entry_count(), 1);
  };
  refused({{"cells", folder_ / "a.tif"}, {"seeds", folder_ / "a.tif"}}, "a.tif' is the file of 'cells' already");
  refused({{"cells", folder_ / "a.tif"}, {"seeds", folder_ / "." / "a.tif"}}, "is the file of 'cells' already");
  refused({{"objects", folder_ / "a.csv"}, {"cells", folder_ / "a.csv"}}, "is the file of 'objects' already");
  refused({{"cells", folder_ / "a.tif"}, {"cells", folder_ / "b.tif"}}, "'cells' is written to ");
  refused({{"cells", folder_ / "a.tif"}, {"cells.labels", folder_ / "b.tif"}}, "'cells' is written to ");
  refused({{"objects", folder_ / "a.csv"}, {"objects.table", folder_ / "b.csv"}}, "'objects' is written to ");
  refused({{"cells", folder_ / "in.ome.zarr"}}, "in.ome.zarr' is the file of the input 'image'");
  refused({{"image", folder_ / "a.tif"}}, "'image' is not the name of a step");
}

// Stages without images keep their state next to temporary images.
TEST_F(PipelineFiles, need_no_output_if_steps_find_something) {
  Pipeline pipeline = nuclei(".ome.zarr");
  const Results objects = run_operator(operator_named("measure"), std::vector<ConstImageView>{expected_cells()}, {},
                                       {{"properties", std::string("size,boundary")}});
  pipeline.outputs.clear();
  pipeline.steps.back() = {"objects", "measure", {"cells"}, {{"properties", std::string("size,boundary")}}};
  const std::vector<StepResults> found = run_pipeline(pipeline, small_blocks()).found;
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].step, "otsu");
  EXPECT_EQ(found[1].step, "seeds");
  EXPECT_TRUE(same_results(objects, found[2].found));
  EXPECT_EQ(entry_count(), 1);

  EXPECT_RAISES_ABOUT((void)run_pipeline(pipeline, {.resume = true}), ErrorKind::call, "`resume=true` needs an output");
  pipeline.steps = {{"mask", "threshold", {"image"}, {{"value", 90.0}}}, {"filled", "fill_holes", {"mask"}, {}}};
  EXPECT_RAISES_ABOUT((void)plan_pipeline(pipeline, {}), ErrorKind::call,
                      "there is no result; name an image and its file in outputs, or add a step that finds numbers");
}

TEST_F(PipelineFiles, continue_after_a_stop) {
  const Image expected = expected_cells();
  const PipelineReport whole = run_pipeline(nuclei(".ome.zarr"), small_blocks());
  for (const std::string suffix : {".ome.zarr", ".tif"})
    for (const double moment : {0.02, 0.2, 0.4, 0.6, 0.8, 0.95}) {
      fs::remove_all(folder_ / ("cells" + suffix));
      fs::remove(folder_ / "objects.csv");
      std::stop_source stop;
      BlockSettings settings = small_blocks();
      if (suffix == ".tif") settings.write = {.tile = 32};
      try {
        (void)run_pipeline(nuclei(suffix), settings, stopped_at(moment, stop));
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::stopped);
      }
      settings.resume = true;
      expect_same_found(whole.found, run_pipeline(nuclei(suffix), settings).found);
      EXPECT_TRUE(same(expected, read_image(folder_ / ("cells" + suffix)))) << suffix << " " << moment;
      EXPECT_FALSE(fs::exists(folder_ / ("cells" + suffix + ".work")));
    }
}

TEST_F(PipelineFiles, continue_paths_after_a_stop) {
  const Pipeline pipeline{{{"image", folder_ / "in.ome.zarr", {}}},
                          {{"seeds", "threshold", {"image"}, {{"value", 250.0}}},
                           {"mask", "threshold", {"image"}, {{"value", 90.0}}},
                           {"filled", "fill_holes", {"mask"}, {}},
                           {"lengths", "geodesic_distance", {"seeds", "filled"}, {}},
                           {"far", "threshold", {"lengths"}, {{"value", 20.0}}},
                           {"parts", "label", {"far"}, {}}},
                          {{"parts", folder_ / "parts.tif"}, {"lengths", folder_ / "lengths.tif"}}};
  const PipelineReport whole = run_pipeline(pipeline, small_blocks());
  const Image parts = read_image(folder_ / "parts.tif"), lengths = read_image(folder_ / "lengths.tif");
  EXPECT_GT(std::get<std::int64_t>(whole.found[0].found.numbers[0].value), 0);
  for (const double moment : {0.02, 0.06, 0.1, 0.2, 0.4, 0.6}) {  // before the last pass
    fs::remove(folder_ / "parts.tif");
    fs::remove(folder_ / "lengths.tif");
    std::stop_source stop;
    BlockSettings settings = small_blocks();
    EXPECT_RAISES_ABOUT((void)run_pipeline(pipeline, settings, stopped_at(moment, stop)), ErrorKind::stopped, "");
    settings.resume = true;
    expect_same_found(whole.found, run_pipeline(pipeline, settings).found);
    EXPECT_TRUE(same(parts, read_image(folder_ / "parts.tif"))) << moment;
    EXPECT_TRUE(same(lengths, read_image(folder_ / "lengths.tif"))) << moment;
    EXPECT_EQ(entry_count(), 3);
  }
}

// A run that has written nothing yet reads no block a third time.
TEST_F(PipelineFiles, keep_what_the_first_pass_of_an_operator_read) {
  const std::vector<fs::path> inputs = {folder_ / "in.ome.zarr"}, outputs = {folder_ / "filled.tif"};
  const Operator& op = operator_named("fill_holes");
  std::stop_source stop;
  BlockSettings settings = small_blocks();
  EXPECT_RAISES_ABOUT((void)run_in_blocks(op, inputs, outputs, {}, settings, stopped_at(0.25, stop)),
                      ErrorKind::stopped, "resume");
  settings.resume = true;
  const BlockReport resumed = run_in_blocks(op, inputs, outputs, {}, settings);
  EXPECT_LT(resumed.reads, 2 * resumed.plan.blocks - resumed.plan.blocks / 4);
}

// Its stage writes no image.
TEST_F(PipelineFiles, continue_a_stage_without_images) {
  const Pipeline pipeline{{{"image", folder_ / "in.ome.zarr", {}}},
                          {{"mask", "threshold", {"image"}, {{"value", 90.0}}},
                           {"filled", "fill_holes", {"mask"}, {}},
                           {"cells", "label", {"filled"}, {}},
                           {"objects", "measure", {"cells"}, {{"properties", std::string("size")}}}},
                          {{"objects", folder_ / "objects.csv"}}};
  const PipelineReport whole = run_pipeline(pipeline, small_blocks());
  const std::string table = load(folder_ / "objects.csv");
  fs::remove(folder_ / "objects.csv");
  std::stop_source stop;
  BlockSettings settings = small_blocks();
  EXPECT_RAISES_ABOUT((void)run_pipeline(pipeline, settings, stopped_at(0.5, stop)), ErrorKind::stopped, "");
  settings.resume = true;
  const PipelineReport resumed = run_pipeline(pipeline, settings);
  expect_same_found(whole.found, resumed.found);
  EXPECT_EQ(load(folder_ / "objects.csv"), table);
  EXPECT_LT(resumed.plan.images[0].blocks_read, whole.plan.images[0].blocks_read * 9 / 10);
  EXPECT_EQ(entry_count(), 2);
}

// The tables of the first stage are known before the stop.
TEST_F(PipelineFiles, return_tables_also_after_a_stop) {
  const Pipeline pipeline{{{"image", folder_ / "in.ome.zarr", {}}},
                          {{"mask", "threshold", {"image"}, {{"value", 90.0}}},
                           {"cells", "label", {"mask"}, {}},
                           {"objects", "measure", {"cells", "image"}, {{"properties", std::string("size,centroid")}}},
                           {"nothing", "threshold", {"image"}, {{"value", 255.0}}},
                           {"none", "measure", {"nothing"}, {{"properties", std::string("size")}}},
                           {"large", "remove_small_objects", {"mask"}, {{"size", std::int64_t{5}}}},
                           {"smooth", "gaussian", {"large"}, {{"sigma", 1.0}}},
                           {"range", "minmax", {"smooth"}, {}}},
                          {{"smooth", folder_ / "smooth.ome.zarr"}}};
  const PipelineReport whole = run_pipeline(pipeline, small_blocks());
  const Table& objects = std::ranges::find(whole.found, "objects", &StepResults::step)->found.table;
  EXPECT_EQ(objects.columns.size(), 4U);
  EXPECT_GT(objects.rows(), 10);
  for (const double moment : {0.1, 0.5, 0.8, 0.9}) {
    fs::remove_all(folder_ / "smooth.ome.zarr");
    std::stop_source stop;
    BlockSettings settings = small_blocks();
    EXPECT_RAISES_ABOUT((void)run_pipeline(pipeline, settings, stopped_at(moment, stop)), ErrorKind::stopped, "");
    settings.resume = true;
    expect_same_found(whole.found, run_pipeline(pipeline, settings).found);
    EXPECT_EQ(entry_count(), 2);
  }
}

// A table waits on the disk while blocks need the memory; at the end it must fit.
TEST_F(PipelineFiles, refuse_tables_that_exceed_the_memory) {
  Image labels(DType::uint32, {400, 500});
  const auto pixels = labels.as<std::uint32_t>();
  std::iota(pixels.begin(), pixels.end(), 1U);
  write_image(folder_ / "labels.tif", labels);
  const Values properties{{"properties", std::string("size,box,centroid,covariance,axes,elongation")}};
  const Pipeline pipeline{{{"labels", folder_ / "labels.tif", {}}},
                          {{"objects", "measure", {"labels"}, properties},
                           {"range", "minmax", {"labels"}, {}},
                           {"mask", "threshold", {"labels"}, {{"value", std::string("range.maximum")}}}},
                          {{"mask", folder_ / "mask.tif"}}};
  std::stop_source stop;
  BlockSettings settings{.block = {64, 64}, .write = {.tile = 64}};  // more blocks than are in progress at one time
  EXPECT_RAISES_ABOUT((void)run_pipeline(pipeline, settings, stopped_at(0.6, stop)), ErrorKind::stopped, "");
  settings.resume = true;
  settings.memory = std::int64_t{46} << 20;
  EXPECT_RAISES_ABOUT((void)run_pipeline(pipeline, settings), ErrorKind::resource, "the tables of objects need ");
  settings.memory = 0;
  EXPECT_EQ(run_pipeline(pipeline, settings).found[0].found.table.rows(), 200'000);
  EXPECT_EQ(entry_count(), 3);
}

}  // namespace
}  // namespace preamar::test
