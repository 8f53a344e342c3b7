// Jobs are planned as the same run in one process: with its chunks, within the memory that a refusal names, and again
// by a plan that resumes.
#include "../io/support.h"

#include "blocks/job/job.h"
#include "core/error_text.h"
#include "tools/in_blocks.h"

#include <preamar/job.h>

#include <cmath>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

namespace preamar::test {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

struct JobCase {
  const char* name;
  int inputs;
  std::vector<std::string> outputs;
  Values options = {};
};

const std::vector<JobCase>& job_cases() {
  static const std::vector<JobCase> all = {
      {"label", 1, {"out.ome.zarr"}},
      {"label", 1, {"out.ome.zarr"}, {{"intervals", std::vector{1.0, 60.0, 61.5, HUGE_VAL}}}},
      {"fill_holes", 1, {"out.ome.zarr"}},
      {"invert", 1, {"out.zarr"}},
      {"gaussian", 1, {"out.ome.zarr"}, {{"sigma", 3.0}}},
      {"sobel", 1, {"out.ome.zarr", "direction.ome.zarr"}, {{"direction", true}}},
      {"distance", 1, {"out.ome.zarr"}},
      {"reconstruct", 2, {"out.ome.zarr"}},
      {"watershed", 2, {"out.ome.zarr"}},
      {"measure", 1, {"out.csv"}},
      {"otsu", 1, {}},
  };
  return all;
}

class Jobs : public FileTest {
 protected:
  // An image of any size without a stored pixel.
  fs::path declared(const std::string& name, const Shape& shape, const Shape& chunk) const {
    const auto list = [](const Shape& extents) {
      std::string words;
      for (int axis = 0; axis < extents.rank(); ++axis) words += text(axis > 0 ? "," : "", extents[axis]);
      return words;
    };
    fs::create_directories(folder_ / name);
    store(
        folder_ / name / "zarr.json",
        text(R"({"zarr_format":3,"node_type":"array","shape":[)", list(shape),
             R"(],"data_type":"uint8","fill_value":7,"chunk_grid":{"name":"regular","configuration":{"chunk_shape":[)",
             list(chunk), R"(]}},"chunk_key_encoding":{"name":"default"},"codecs":[{"name":"bytes"}]})"));
    return folder_ / name;
  }

  [[nodiscard]] fs::path plan_file() const { return folder_ / "plan.json"; }

  // The calls that a refusal advises, each with the settings and the number of threads that it names.
  static std::vector<std::pair<BlockSettings, Execution>> advised(const std::string& refusal,
                                                                  const BlockSettings& settings, const Execution& on) {
    std::vector<std::pair<BlockSettings, Execution>> calls;
    const std::regex memory("memory=([0-9]+)M|needs? ([0-9]+)M"), block("block=([0-9,]+)"), threads("threads=([0-9]+)");
    for (std::size_t begin = 0; begin < refusal.size();) {
      const std::size_t end = std::min(refusal.find(", or ", begin), refusal.size());
      const std::string part = refusal.substr(begin, end - begin);
      auto& [with, other] = calls.emplace_back(settings, on);
      std::smatch found;
      if (std::regex_search(part, found, memory)) with.memory = std::stoll(found[found[1].matched ? 1 : 2]) * mebibyte;
      if (std::regex_search(part, found, threads)) other.threads = std::stoi(found[1]);
      if (part.ends_with("no block")) with.block = {};
      if (std::regex_search(part, found, block)) {
        std::vector<std::int64_t> extents;
        std::istringstream numbers(found[1]);
        for (std::string number; std::getline(numbers, number, ',');) extents.push_back(std::stoll(number));
        with.block = Shape(extents.data(), static_cast<int>(extents.size()));
      }
      begin = end + 1;
    }
    return calls;
  }

  // Plans with the memory that the settings have and, if that is refused, with the memory that the refusal names.
  template <class Plan>
  static JobPlan planned(BlockSettings& settings, const Plan& plan) {
    try {
      return plan(settings);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::resource) << error.what();
      std::cmatch found;
      if (!std::regex_search(error.what(), found, std::regex("needs? ([0-9]+)M"))) throw;
      EXPECT_GT(std::stoll(found[1]) * mebibyte, settings.memory) << error.what();
      settings.memory = std::stoll(found[1]) * mebibyte;
    }
    return plan(settings);
  }
};

// Not so small that an image has millions of them.
Shape random_extents(Random& random, int rank, std::int64_t least, std::int64_t most) {
  std::array<std::int64_t, max_rank> extents{};
  for (int axis = 0; axis < rank; ++axis)
    extents[static_cast<std::size_t>(axis)] = least + random.below(random.one_in(2) ? most : 1 + most / 20);
  return {extents.data(), rank};
}

// A block that is cut off at the border of the image is often no multiple of a chunk.
BlockSettings random_settings(Random& random, int rank) {
  BlockSettings settings;
  settings.memory = (1 + random.below(100)) * mebibyte;
  if (random.one_in(4)) settings.block = random_extents(random, rank, rank == 2 ? 100 : 32, 3000);
  if (random.one_in(4)) settings.block = rank == 2 ? Shape{1024, 1024} : Shape{128, 256, 256};
  if (random.one_in(4)) settings.write.chunk = random_extents(random, rank, rank == 2 ? 100 : 32, 300);
  if (random.one_in(4)) settings.write.chunk = rank == 2 ? Shape{256, 256} : Shape{64, 64, 64};
  if (settings.write.chunk.rank() == 0 && settings.block.rank() == 0 && random.one_in(3))
    settings.write.shard = rank == 2 ? Shape{1024, 1024} : Shape{128, 128, 128};
  return settings;
}

TEST_F(Jobs, are_planned_with_the_memory_that_a_refusal_names) {
  Random random(run_seed());
  int refused = 0;
  for (int i = 0; i < cases_of(120); ++i) {
    const JobCase& job = job_cases()[static_cast<std::size_t>(random.below(std::ssize(job_cases())))];
    const int rank = job.outputs.size() < 2 && random.one_in(3) ? 3 : 2;  // directions are of rank 2
    // The default chunk of an axis is no longer than the image: shards would not consist of it.
    Shape image = random_extents(random, rank, 1, rank == 2 ? 20'000 : 1'000);
    BlockSettings settings = random_settings(random, rank);
    if (settings.write.shard.rank() > 0) image = rank == 2 ? Shape{12'000, 700} : Shape{700, 300, 400};
    std::vector<fs::path> inputs, outputs;
    const Shape chunk = random_extents(random, rank, rank == 2 ? 64 : 16, rank == 2 ? 600 : 80);
    for (int input = 0; input < job.inputs; ++input) inputs.push_back(declared(text(input, ".zarr"), image, chunk));
    for (const std::string& output : job.outputs) outputs.push_back(folder_ / output);
    const Operator& op = operator_named(job.name);
    const Execution on{.threads = 1 + static_cast<int>(random.below(8))};
    const std::string what =
        text(job.name, " ", image.text(), ", chunks ", chunk.text(), ", block ", settings.block.text(), ", chunk ",
             settings.write.chunk.text(), ", shard ", settings.write.shard.text(), ", memory ", settings.memory);
    SCOPED_TRACE(what);
    const std::int64_t before = settings.memory;
    const auto plan = [&](const BlockSettings& with) {
      return plan_job(op, inputs, outputs, job.options, with, on, plan_file());
    };
    JobPlan first;
    ASSERT_NO_THROW(first = planned(settings, plan));
    refused += settings.memory > before;
    EXPECT_LE(first.memory, settings.memory);

    BlockSettings again = settings;
    again.resume = true;
    const JobPlan second = plan(again);
    EXPECT_EQ(second.job, first.job);
    EXPECT_EQ(second.block, first.block);

    const blocks::PlanFile file = blocks::read_plan_file(plan_file());
    const blocks::Job of_tasks(file.call, file.first, file.run, 0);
    settings.memory = INT64_MAX;
    const std::vector<BlockInput> from(inputs.begin(), inputs.end());
    const std::vector<BlockOutput> to(outputs.begin(), outputs.end());
    const blocks::Plan in_one_process(blocks::call_of(op, from, to, job.options, settings), settings, on);
    const auto chunks = [](const blocks::StagePlan& stage) {
      std::vector<Shape> all;
      for (const blocks::StageOutput& output : stage.outputs) all.push_back(output.write.chunk);
      return all;
    };
    EXPECT_EQ(chunks(of_tasks.stage_plan()), chunks(in_one_process.stage(0)));
    cancel_job(plan_file());
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, 10);
}

TEST_F(Jobs, and_calls_are_planned_with_each_advice_of_a_refusal) {
  Random random(run_seed() + 2);
  int blocks = 0, threads = 0;
  const auto is_rare = [&] { return blocks <= 3 || threads <= 3; };
  for (int i = 0; i < cases_of(120) || (i < 3000 && is_rare()); ++i) {
    const JobCase& job = job_cases()[static_cast<std::size_t>(random.below(std::ssize(job_cases())))];
    const Shape image = random_extents(random, 2, 1, 20'000), chunk = random_extents(random, 2, 64, 600);
    BlockSettings settings = random_settings(random, 2);
    settings.write.shard = {};
    if (random.one_in(2)) settings.block = Shape{4096, 4096};
    std::vector<BlockInput> inputs;
    std::vector<BlockOutput> outputs;
    for (int input = 0; input < job.inputs; ++input) inputs.emplace_back(declared(text(input, ".zarr"), image, chunk));
    for (const std::string& output : job.outputs) outputs.emplace_back(folder_ / output);
    const Operator& op = operator_named(job.name);
    const Execution on{.threads = 1 + static_cast<int>(random.below(8))};
    const bool is_job = random.one_in(2);
    const auto executor = is_job ? blocks::Executor::tasks : blocks::Executor::process;
    const auto plan = [&](const BlockSettings& with, const Execution& other) {
      const blocks::Plan planned(blocks::call_of(op, inputs, outputs, job.options, with), with, other, executor);
    };
    try {
      plan(settings, on);
    } catch (const Error& error) {
      SCOPED_TRACE(text(job.name, " ", image.text(), ", chunks ", chunk.text(), ", block ", settings.block.text(),
                        ", chunk ", settings.write.chunk.text(), ", memory ", settings.memory, ", threads ", on.threads,
                        is_job ? ", a job: " : ": ", error.what()));
      ASSERT_EQ(error.kind(), ErrorKind::resource);
      for (const auto& [with, other] : advised(error.what(), settings, on)) {
        blocks += with.block != settings.block;
        threads += other.threads != on.threads;
        EXPECT_GE(other.threads, 1);
        EXPECT_NO_THROW(plan(with, other));
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(blocks, 3);
  EXPECT_GT(threads, 3);
}

TEST_F(Jobs, of_pipelines_are_planned_with_the_memory_that_a_refusal_names) {
  Random random(run_seed() + 1);
  for (int i = 0; i < cases_of(30); ++i) {
    const Shape image = random_extents(random, 2, 1, 30'000);
    const Pipeline nuclei = {{{"image", declared("in.zarr", image, {256, 256}), {}}},
                             {{"smooth", "gaussian", {"image"}, {{"sigma", 1.0}}},
                              {"otsu", "otsu", {"smooth"}, {}},
                              {"mask", "threshold", {"smooth"}, {{"value", std::string("otsu.value")}}},
                              {"filled", "fill_holes", {"mask"}, {}},
                              {"depth", "distance", {"filled"}, {}},
                              {"peaks", "h_maxima", {"depth"}, {{"h", 0.5}, {"extended", true}}},
                              {"seeds", "label", {"peaks"}, {}},
                              {"cells", "watershed", {"smooth", "seeds", "filled"}, {}},
                              {"objects", "measure", {"cells", "image"}, {}}},
                             {{"cells", folder_ / "cells.ome.zarr"}, {"objects", folder_ / "objects.csv"}}};
    BlockSettings settings;
    settings.memory = (1 + random.below(60)) * mebibyte;
    if (random.one_in(3)) settings.block = {1024, 1024};
    const Execution on{.threads = 1 + static_cast<int>(random.below(4))};
    SCOPED_TRACE(text(image.text(), ", block ", settings.block.text(), ", memory ", settings.memory));
    const auto plan = [&](const BlockSettings& with) { return plan_job(nuclei, with, on, plan_file()); };
    JobPlan first;
    ASSERT_NO_THROW(first = planned(settings, plan));
    settings.resume = true;
    EXPECT_EQ(plan(settings).job, first.job);
    cancel_job(plan_file());
    if (HasFailure()) return;
  }
}

// A process on another machine has the options of the one that planned.
TEST_F(Jobs, keep_every_option_of_a_pipeline) {
  blocks::JobCall call;
  const ReadOptions read{.level = 2,
                         .select = "c=1",
                         .channel = "dab",
                         .stains = {0.6, 0.7, 0.3, 0.1, 0.9, 0.1},
                         .channel_range = {{0.1, 0.5}},
                         .ignore_metadata = true,
                         .channel_if_colour = true};
  const OutlineOptions outlines{.image_name = "slide",
                                .object_type = "cell",
                                .classification = "Nucleus",
                                .measurements = "/table.csv",
                                .scale = {4, 2.5}};
  call.pipeline.inputs = {{"image", "/in.ome.zarr", read}};
  call.pipeline.outputs = {{"outlines", "/out.geojson", outlines}};
  call.settings.read = read;
  call.settings.write.outlines = outlines;
  const io::Json json = to_json(call);
  const blocks::JobCall kept = blocks::call_from(io::JsonField("plan.json", json));
  EXPECT_EQ(kept.pipeline.inputs[0].read, read);
  EXPECT_EQ(kept.pipeline.outputs[0].outlines, outlines);
  EXPECT_EQ(kept.settings.read, read);
  EXPECT_EQ(kept.settings.write.outlines, outlines);
}

TEST_F(Jobs, refuse_a_block_that_cannot_be_meant) {
  const std::vector<fs::path> inputs = {declared("in.zarr", {300, 200}, {64, 64})},
                              outputs = {folder_ / "out.ome.zarr"};
  BlockSettings settings;
  settings.block = {INT64_MAX, 128};
  const auto words = {
      std::string("label: block is 9223372036854775807x128; it must be 2 numbers from 1 to 4294967295")};
  const Operator& label = operator_named("label");
  expect_error(ErrorKind::call, words, [&] { (void)plan_job(label, inputs, outputs, {}, settings, {}, plan_file()); });
  expect_error(ErrorKind::call, words, [&] { (void)plan_in_blocks(label, inputs, outputs, {}, settings); });
  settings.block = {UINT32_MAX, 128};
  EXPECT_EQ(plan_in_blocks(label, inputs, outputs, {}, settings).block, (Shape{300, 128}));
  settings.block = {};
  const auto threads = {std::string("label: threads is 2147483647; it must be from 0 to 4096")};
  expect_error(ErrorKind::call, threads,
               [&] { (void)plan_job(label, inputs, outputs, {}, settings, {.threads = INT32_MAX}, plan_file()); });
}

// Chunks longer than the image do not make blocks longer than it.
TEST_F(Jobs, take_chunks_of_any_length) {
  const std::vector<fs::path> inputs = {declared("in.zarr", {300, 200}, {64, 64})},
                              outputs = {folder_ / "out.ome.zarr"};
  BlockSettings settings;
  for (const std::int64_t extent : {std::int64_t{1000}, std::int64_t{UINT32_MAX}, INT64_MAX}) {
    settings.write.chunk = {extent, 50};
    try {
      EXPECT_EQ(plan_in_blocks(operator_named("label"), inputs, outputs, {}, settings).block, (Shape{300, 200}));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::resource) << error.what();
    }
  }
}

}  // namespace
}  // namespace preamar::test
