// Invalid pixels of files: through pipelines and jobs, and in the files that are written.
#include "../../io/support.h"
#include "cases.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/in_blocks.h"

#include <preamar/and.h>
#include <preamar/job.h>
#include <preamar/pipeline.h>
#include <preamar/valid.h>

#include <cstdlib>
#include <cstring>
#include <map>

namespace preamar::test {
namespace {

class ValidFiles : public FileTest {
 protected:
  // Intermediate results go to this test's folder.
  ValidFiles() { setenv("TMPDIR", folder_.c_str(), 1); }
  ~ValidFiles() override { unsetenv("TMPDIR"); }

  void run_job(const Operator& op, std::span<const fs::path> in, std::span<const fs::path> out, const Values& options,
               const BlockSettings& settings) {
    const fs::path first = folder_ / "plan.json";
    (void)plan_job(op, in, out, options, settings, {.threads = 1}, first);
    for (fs::path plan = first; !plan.empty();) {
      TaskReport report;
      const std::int64_t tasks = read_plan(plan).tasks;
      for (std::int64_t task = 0; task < tasks; ++task) report = run_task(plan, task);
      plan = report.next;
    }
    forget_plan(first);
  }
};

// A step by itself: its image, and the numbers and the table.
ValidResult step(std::string_view op, const std::vector<ConstImageView>& inputs, ConstImageView valid,
                 const Values& options) {
  ValidCase c{.op = &operator_named(op), .inputs = {}, .valid = dense_copy(valid), .options = options};
  for (const ConstImageView& input : inputs) c.inputs.push_back(dense_copy(input));
  return run_case(c, valid.shape(), 1);
}

// An image with garbage in its holes, and the mask of the others.
struct Sample {
  Image image, valid;
};

Sample random_sample(DType dtype, const std::vector<double>& levels, Random& random) {
  const Shape shape = {20 + random.below(30), 20 + random.below(30)};
  const std::vector<bool> is_hole = random_holes(shape, random);
  Sample sample{.image = random_content(dtype, shape, levels, random), .valid = Image(DType::uint8, shape)};
  const Image garbage = make_noise(dtype, shape, Palette::spread, random);
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    const bool is_valid = !is_hole[static_cast<std::size_t>(i)] || i == 0;
    *pixel(sample.valid, i) = std::byte{static_cast<unsigned char>(is_valid ? 3 : 0)};
    if (!is_valid) std::memcpy(pixel(sample.image, i), pixel(garbage, i), static_cast<std::size_t>(size_of(dtype)));
  }
  return sample;
}

Image valid_of(ConstImageView mask) { return preamar::valid(mask, {.nodata = 0}); }

void mark_invalid(Image& image, ConstImageView valid, int nodata) {
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < valid.shape().count(); ++i)
      if (*pixel(valid, i) == std::byte{0}) static_cast<T*>(image.data())[i] = static_cast<T>(nodata);
  });
}

TEST_F(ValidFiles, go_through_pipelines) {
  Random random(run_seed() + 1);
  for (int i = 0; i < cases_of(8); ++i) {
    const auto [image, valid] = random_sample(DType::uint16, {0, 3, 10, 200, 4000}, random);
    const Shape block = random_block(image.shape(), random);
    SCOPED_TRACE(text("pipeline ", i, " of ", image.shape().text(), " in ", block.text()));
    write_image(folder_ / "image.tif", image, {.overwrite = true});
    write_image(folder_ / "valid.tif", valid, {.overwrite = true});
    const Pipeline pipeline = {{{"image", folder_ / "image.tif", {}, "data"}, {"data", folder_ / "valid.tif"}},
                               {{"smooth", "gaussian", {"image"}, {{"sigma", 1.0}, {"dtype", std::string("float32")}}},
                                {"otsu", "otsu", {"smooth"}},
                                {"mask", "threshold", {"smooth"}, {{"value", std::string("otsu.level")}}},
                                {"filled", "fill_holes", {"mask"}},
                                {"objects", "label", {"filled"}},
                                {"table", "measure", {"objects", "image"}}},
                               {{"smooth", folder_ / "smooth.tif"}, {"objects", folder_ / "objects.tif"}}};
    BlockSettings settings;
    settings.block = block;
    settings.write.overwrite = true;
    const PipelineReport report = run_pipeline(pipeline, settings, {.threads = 2});

    const Image smooth = std::move(step("gaussian", {image}, valid, pipeline.steps[0].options).images[0]);
    const Results otsu = step("otsu", {smooth}, valid, {}).found;
    const Image mask = std::move(step("threshold", {smooth}, valid, {{"value", otsu.numbers[0].value}}).images[0]);
    const Image filled = std::move(step("fill_holes", {mask}, valid, {}).images[0]);
    const ValidResult objects = step("label", {filled}, valid, {});
    EXPECT_EQ(difference(smooth, read_image(folder_ / "smooth.tif")), "");
    EXPECT_EQ(difference(objects.images[0], read_image(folder_ / "objects.tif")), "");
    const Results table = step("measure", {objects.images[0], image}, valid, {}).found;
    std::map<std::string, const Results*> found;
    for (const StepResults& results : report.found) found[results.step] = &results.found;
    ASSERT_TRUE(found.contains("otsu") && found.contains("objects") && found.contains("table"));
    EXPECT_EQ(apart(otsu, *found["otsu"]), "");
    EXPECT_EQ(apart(objects.found, *found["objects"]), "");
    EXPECT_EQ(apart(table, *found["table"]), "");
  }
}

// The nodata value of a file is in the results again, at its pixels and those of a mask.
TEST_F(ValidFiles, keep_the_nodata_value_of_a_file) {
  Random random(run_seed() + 2);
  const std::vector<std::pair<std::string, Values>> calls = {{"gaussian", {{"sigma", 1.0}}},
                                                             {"fill_depressions", {}},
                                                             {"opening", {{"radius", std::int64_t{2}}}},
                                                             {"fill_holes", {}},
                                                             {"h_minima", {{"h", 3.0}}}};
  for (int i = 0; i < cases_of(20); ++i) {
    const auto& [op, options] = calls[static_cast<std::size_t>(i) % calls.size()];
    auto [image, valid] = random_sample(i % 2 == 0 ? DType::int16 : DType::float32, {1, 3, 10, 20, 400}, random);
    const Shape block = random_block(image.shape(), random);
    SCOPED_TRACE(text(op, " ", image.shape().text(), " in ", block.text()));
    const Image more = random_valid(random_holes(image.shape(), random), image.shape(), random);
    const bool has_more = i % 3 == 0;
    const Image both = has_more ? and_(valid, more) : dense_copy(valid);
    Image expected = std::move(step(op, {image}, both, options).images[0]);
    mark_invalid(image, valid, -999);
    mark_invalid(expected, both, -999);
    write_image(folder_ / "in.tif", image, {.overwrite = true, .metadata = {.nodata = -999}});
    BlockSettings settings;
    settings.block = block;
    settings.write.overwrite = true;
    if (has_more) settings.valid = memory_reader(more, "valid");
    const fs::path in[] = {folder_ / "in.tif"}, out[] = {folder_ / "out.tif"};
    (void)preamar::run_in_blocks(operator_named(op), in, out, options, settings, {.threads = 2});
    EXPECT_EQ(difference(expected, read_image(folder_ / "out.tif")), "");
    EXPECT_EQ(preamar::describe(folder_ / "out.tif").metadata.nodata, -999);
  }
}

// A mask beside a TIFF says which pixels of a bool or label image are valid; the next call reads it.
TEST_F(ValidFiles, have_a_mask_beside_results_without_a_nodata_value) {
  Random random(run_seed() + 4);
  for (int i = 0; i < cases_of(8); ++i) {
    const auto [image, mask] = random_sample(DType::float32, {0, 0, 1, 4}, random);
    const Image valid = valid_of(mask);
    write_image(folder_ / "in.tif", image, {.overwrite = true, .has_mask = true});
    write_image(folder_ / "in.tif.msk", valid, {.overwrite = true});
    BlockSettings settings;
    settings.block = random_block(image.shape(), random);
    settings.write.overwrite = true;
    SCOPED_TRACE(text(image.shape().text(), " in ", settings.block.text()));
    const fs::path in[] = {folder_ / "in.tif"}, high[] = {folder_ / "high.tif"}, labels[] = {folder_ / "labels.tif"};
    const Values above{{"value", 0.5}};
    (void)preamar::run_in_blocks(operator_named("threshold"), in, high, above, settings, {.threads = 2});
    const BlockReport report =
        preamar::run_in_blocks(operator_named("label"), high, labels, {}, settings, {.threads = 2});
    EXPECT_EQ(report.plan.lost, std::vector<std::vector<std::string>>(1));
    const ValidResult expected_high = step("threshold", {image}, valid, above);
    const ValidResult expected = step("label", {expected_high.images[0]}, valid, {});
    EXPECT_EQ(difference(expected_high.images[0], read_image(high[0])), "");
    EXPECT_EQ(difference(expected.images[0], read_image(labels[0])), "");
    for (const fs::path& file : {high[0], labels[0]})
      EXPECT_EQ(difference(valid, read_image(file, {.mask = true})), "") << file;
  }
}

// The value that the caller names counts, and not that of the file.
TEST_F(ValidFiles, take_a_nodata_value_that_is_given) {
  Random random(run_seed() + 5);
  auto [image, valid] = random_sample(DType::int16, {1, 3, 10, 20, 400}, random);
  const Values options{{"radius", std::int64_t{1}}};
  Image expected = std::move(step("dilate", {image}, valid, options).images[0]);
  mark_invalid(image, valid, -999);
  mark_invalid(expected, valid, -999);
  write_image(folder_ / "in.tif", image, {.metadata = {.nodata = 10}});
  BlockSettings settings;
  settings.block = {16, 16};
  settings.read.nodata = -999;
  const fs::path in[] = {folder_ / "in.tif"}, out[] = {folder_ / "out.tif"}, job[] = {folder_ / "out.zarr"};
  (void)preamar::run_in_blocks(operator_named("dilate"), in, out, options, settings, {.threads = 2});
  EXPECT_EQ(difference(expected, read_image(out[0])), "");
  EXPECT_EQ(preamar::describe(out[0]).metadata.nodata, -999);
  run_job(operator_named("dilate"), in, job, options, settings);
  EXPECT_EQ(difference(expected, read_image(job[0])), "");
  settings.read.nodata.reset();
  RegionReader reader = memory_reader(image, "image");
  reader.nodata = -999;
  Image found(DType::int16, image.shape());
  const BlockInput from[] = {reader};
  const BlockOutput to[] = {memory_writer(found)};
  (void)preamar::run_in_blocks(operator_named("dilate"), from, to, options, settings, {});
  EXPECT_EQ(difference(expected, found), "");
}

TEST_F(ValidFiles, leave_tables_in_files_as_they_are_in_memory) {
  Random random(run_seed() + 6);
  const auto [image, mask] = random_sample(DType::float32, {0, 0, 1, 4}, random);
  const Image high = std::move(step("threshold", {image}, mask, {{"value", 0.5}}).images[0]);
  const Image labels = std::move(step("label", {high}, mask, {}).images[0]);
  write_image(folder_ / "labels.tif", labels);
  write_image(folder_ / "image.tif", image);
  write_image(folder_ / "image.tif.msk", valid_of(mask));
  const fs::path in[] = {folder_ / "labels.tif", folder_ / "image.tif"}, out[] = {folder_ / "table.csv"};
  BlockSettings settings;
  settings.block = {16, 16};
  const BlockReport report = preamar::run_in_blocks(operator_named("measure"), in, out, {}, settings, {.threads = 2});
  const Results expected = step("measure", {labels, image}, mask, {}).found;
  EXPECT_EQ(apart(expected, report.found), "");
  EXPECT_EQ(report.rows, expected.table.rows());
  EXPECT_TRUE(fs::exists(out[0]));
}

TEST_F(ValidFiles, are_the_same_in_jobs) {
  Random random(run_seed() + 3);
  const std::vector<std::pair<std::string, Values>> calls = {
      {"label", {}}, {"gaussian", {{"sigma", 1.0}}}, {"regional_maxima", {}}, {"sobel", {}}};
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto& [op, options] = calls[i];
    SCOPED_TRACE(op);
    const auto [image, valid] = random_sample(DType::float32, {0, 0, 1, 4}, random);
    write_image(folder_ / "in.tif", image, {.overwrite = true});
    write_image(folder_ / "valid.tif", valid, {.overwrite = true});
    const fs::path in[] = {folder_ / "in.tif"}, out[] = {folder_ / text(op, ".zarr")};
    BlockSettings settings;
    settings.block = {16, 16};
    settings.valid = folder_ / "valid.tif";
    run_job(operator_named(op), in, out, options, settings);
    EXPECT_EQ(difference(step(op, {image}, valid, options).images[0], read_image(out[0])), "");
  }
}

}  // namespace
}  // namespace preamar::test
