// Images that the caller reads and writes: results equal those of the whole image, written regions are whole chunks,
// each pixel once, and nothing is left behind.
#include "../io/support.h"

#include "io/pixels.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <preamar/blocks.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace preamar::test {
namespace {

RegionReader reader_of(ConstImageView image, const Shape& chunk = {}) {
  RegionReader reader = memory_reader(image, "image");
  reader.chunk = chunk;
  return reader;
}

// An image in memory that checks the regions it is given.
class CheckedOutput {
 public:
  CheckedOutput(const ImageType& type, const Shape& chunk)
      : image_(type), times_(DType::uint8, type.shape), chunk_(chunk) {
    std::memset(times_.data(), 0, static_cast<std::size_t>(type.shape.count()));
  }

  [[nodiscard]] RegionWriter writer() {
    return {.type = image_.view().type(),
            .write = [this](const std::int64_t* origin, ConstImageView image) { write(origin, image); },
            .chunk = chunk_};
  }
  [[nodiscard]] ConstImageView image() const { return image_; }
  [[nodiscard]] bool is_written_once() const {
    for (std::int64_t i = 0; i < times_.shape().count(); ++i)
      if (*pixel(times_, i) != std::byte{1}) return false;
    return true;
  }
  [[nodiscard]] std::int64_t calls() const { return calls_; }

 private:
  void write(const std::int64_t* origin, ConstImageView image) {
    io::copy_image(image, io::crop<ImageView>(image_, origin, image.shape()));
    const ImageView times = io::crop<ImageView>(times_, origin, image.shape());
    const std::lock_guard lock(mutex_);
    ++calls_;
    for (int axis = 0; axis < chunk_.rank(); ++axis) {
      const std::int64_t end = origin[axis] + image.shape()[axis];
      EXPECT_EQ(origin[axis] % chunk_[axis], 0);
      EXPECT_TRUE(end % chunk_[axis] == 0 || end == image_.shape()[axis]);
    }
    for (std::int64_t i = 0; i < times.shape().count(); ++i)
      *pixel(times, i) = static_cast<std::byte>(std::to_integer<int>(*pixel(times, i)) + 1);
  }

  Image image_, times_;
  Shape chunk_;
  std::mutex mutex_;
  std::int64_t calls_ = 0;
};

class Callers : public FileTest {
 protected:
  // Intermediate results go to this test's folder.
  Callers() { setenv("TMPDIR", folder_.c_str(), 1); }
  ~Callers() override { unsetenv("TMPDIR"); }

  // One per chunk, or per block of an image without chunks.
  static std::int64_t calls_for(const BlockPlan& plan, const RegionWriter& writer) {
    const Shape& chunk = writer.chunk;
    if (chunk.rank() == 0 || chunk.count() == 1) return plan.blocks;
    std::int64_t calls = 1;
    for (int axis = 0; axis < chunk.rank(); ++axis) calls *= (writer.type.shape[axis] + chunk[axis] - 1) / chunk[axis];
    return calls;
  }

  static BlockReport run(std::string_view op, const std::vector<BlockInput>& inputs,
                         const std::vector<BlockOutput>& outputs, const BlockSettings& settings = {}, int threads = 2) {
    return preamar::run_in_blocks(operator_named(op), inputs, outputs, {}, settings, {.threads = threads});
  }
};

TEST_F(Callers, give_what_the_whole_image_gives) {
  Random random(run_seed());
  const std::string_view names[] = {"fill_holes", "label", "sobel", "h_maxima", "fill_depressions"};
  for (int i = 0; i < cases_of(150); ++i) {
    const Operator& op = operator_named(names[i % std::size(names)]);
    Scene scene = random_scene(random);
    if (scene.dtype == DType::boolean) scene.dtype = DType::uint8;
    const Image image = dense_copy(make_pair(scene, random).mask);
    Values options;
    if (op.name == "h_maxima") options["h"] = 3.0;
    if (op.name == "label" && is_floating(scene.dtype)) continue;
    const InBlocks expected = run_whole(op, {image}, options);
    const auto chunk = [&] { return random.one_in(3) ? Shape() : random_block(scene.shape, random); };
    CheckedOutput output(expected.images[0].view().type(), chunk());
    BlockSettings settings;
    if (!random.one_in(4)) settings.block = random_block(scene.shape, random);
    SCOPED_TRACE(text(op.name, " ", scene.shape.text(), " ", preamar::name_of(scene.dtype), " in ",
                      settings.block.text(), " to chunks of ", output.writer().chunk.text()));
    const std::vector<BlockInput> inputs = {reader_of(image, chunk())};
    const std::vector<BlockOutput> outputs = {output.writer()};
    const int threads = 1 + static_cast<int>(random.below(3));
    const BlockReport report = preamar::run_in_blocks(op, inputs, outputs, options, settings, {.threads = threads});
    ASSERT_EQ(difference(expected.images[0], output.image()), "");
    ASSERT_EQ(expected.found.numbers, report.found.numbers);
    ASSERT_TRUE(output.is_written_once());
    ASSERT_EQ(report.reads, report.plan.reads_per_block * report.plan.blocks);
    ASSERT_EQ(report.writes, report.plan.blocks);
    ASSERT_EQ(output.calls(), calls_for(report.plan, output.writer()));
    ASSERT_EQ(entry_count(), 0);
  }
}

// The cost of a call is that of many small chunks.
TEST_F(Callers, read_several_chunks_per_call) {
  const Image image = noise(DType::int32, {520, 4100});
  const InBlocks expected = run_whole(operator_named("sobel"), {image}, {});
  CheckedOutput output(expected.images[0].view().type(), {});
  std::atomic<int> calls = 0;
  RegionReader reader = reader_of(image, {16, 100});
  reader.read = [&calls, read = reader.read](const std::int64_t* origin, ImageView out) {
    ++calls;
    read(origin, out);
  };
  (void)run("sobel", {reader}, {output.writer()}, {.block = image.shape()});
  EXPECT_EQ(difference(expected.images[0], output.image()), "");
  EXPECT_EQ(calls, 3);  // for 33 x 41 chunks: each reads 15 rows of chunks, less than 4 MiB
}

TEST_F(Callers, are_mixed_with_files) {
  const Image image = noise(DType::uint8, {60, 70});
  write_image(folder_ / "in.tif", image);
  const InBlocks expected = run_whole(operator_named("fill_holes"), {image}, {});
  CheckedOutput output(image.view().type(), {16, 16});
  (void)run("fill_holes", {folder_ / "in.tif"}, {output.writer()}, {.block = {16, 32}});
  EXPECT_EQ(difference(expected.images[0], output.image()), "");
  (void)run("fill_holes", {reader_of(image)}, {folder_ / "out.zarr"}, {.block = {16, 32}});
  EXPECT_EQ(difference(expected.images[0], read_image(folder_ / "out.zarr")), "");
  EXPECT_EQ(entry_count(), 2);
}

// A result of another shape than the image is written in one call.
TEST_F(Callers, write_other_results) {
  const Image image = noise(DType::uint8, {60, 70});
  const InBlocks expected = run_whole(operator_named("histogram"), {image}, {});
  CheckedOutput output(expected.images[0].view().type(), {});
  (void)run("histogram", {reader_of(image)}, {output.writer()}, {.block = {16, 32}});
  EXPECT_EQ(difference(expected.images[0], output.image()), "");
  EXPECT_RAISES_ABOUT((void)run("measure", {reader_of(image)}, {output.writer()}), ErrorKind::call,
                      "measure: output is an image; the table is written to a .csv or .parquet file");
}

TEST_F(Callers, stop_the_run_by_an_exception) {
  const Image image = noise(DType::uint8, {60, 70});
  CheckedOutput output(image.view().type(), {});
  RegionReader reader = reader_of(image);
  reader.read = [](const std::int64_t*, ImageView) { throw std::out_of_range("not there"); };
  EXPECT_THROW((void)run("fill_holes", {reader}, {output.writer()}), std::out_of_range);
  RegionWriter writer = output.writer();
  writer.write = [](const std::int64_t*, ConstImageView) { throw std::out_of_range("full"); };
  EXPECT_THROW((void)run("fill_holes", {reader_of(image)}, {writer}), std::out_of_range);
  EXPECT_THROW((void)run("fill_holes", {reader}, {folder_ / "out.tif"}), std::out_of_range);
  EXPECT_EQ(entry_count(), 0);
}

TEST_F(Callers, must_not_change_between_two_reads) {
  Image image = noise(DType::uint8, {60, 70});
  CheckedOutput output(image.view().type(), {});
  RegionReader reader = reader_of(image);
  reader.read = [&image, calls = std::make_shared<std::atomic<int>>(0)](const std::int64_t* origin, ImageView out) {
    io::copy_image(io::crop(std::as_const(image).view(), origin, out.shape()), out);
    *pixel(out, 0) = static_cast<std::byte>(++*calls);
  };
  EXPECT_RAISES_ABOUT((void)run("fill_holes", {reader}, {output.writer()}, {.block = {16, 16}}, 1), ErrorKind::io,
                      "image: changed between two reads of the same block");
}

TEST_F(Callers, are_refused_before_any_pixel_is_read) {
  const Image image = noise(DType::uint8, {60, 70});
  RegionReader reader = reader_of(image);
  reader.read = [](const std::int64_t*, ImageView) { ADD_FAILURE() << "a region was read"; };
  CheckedOutput output(image.view().type(), {});
  const auto refused = [&](std::string_view op, const RegionReader& from, const RegionWriter& to,
                           const BlockSettings& settings, const std::string& message) {
    EXPECT_RAISES_ABOUT((void)run(op, {from}, {to}, settings), ErrorKind::call, message);
    EXPECT_EQ(entry_count(), 0);
  };
  refused("fill_holes", reader, output.writer(), {.resume = true}, "fill_holes: `resume=true` needs files");
  refused("label", reader, output.writer(), {}, "label: output has dtype uint8; the result is uint32");
  RegionReader other = reader;
  other.type.shape = {60, 71};
  refused("fill_holes", other, output.writer(), {}, "fill_holes: output has shape 60x70; the result is 60x71");
  other = reader;
  other.chunk = {5};
  refused("fill_holes", other, output.writer(), {}, "fill_holes: image has chunks of 5");
  other.chunk = {5, 0};
  refused("fill_holes", other, output.writer(), {}, "fill_holes: image has chunks of 5x0");
  other = reader;
  other.read = nullptr;
  refused("fill_holes", other, output.writer(), {}, "fill_holes: image has no function to read it");
  RegionWriter writer = output.writer();
  writer.write = nullptr;
  refused("fill_holes", reader, writer, {}, "fill_holes: output has no function to write it");
}

// A memory with which no slab of a distance fits, but the steps over a scratch image do.
std::int64_t memory_for_scratch(const std::vector<BlockInput>& inputs, const std::vector<BlockOutput>& outputs,
                                std::int64_t from) {
  for (std::int64_t memory = from; memory < 2 * from; memory += from / 50) {
    try {
      const BlockSettings settings{.memory = memory};
      if (plan_in_blocks(operator_named("distance"), inputs, outputs, {}, settings, {.threads = 1}).scratch_bytes > 0)
        return memory;
    } catch (const Error&) {
      continue;
    }
  }
  ADD_FAILURE() << "no memory needs a scratch image";
  return from;
}

// The intermediate image is in the temporary folder too.
TEST_F(Callers, process_distances_over_a_scratch_image) {
  const Image image = noise(DType::uint8, {1024, 1024});
  const InBlocks expected = run_whole(operator_named("distance"), {image}, {});
  CheckedOutput output(expected.images[0].view().type(), {});
  const RegionReader reader = reader_of(image, {256, 256});
  const std::int64_t memory = memory_for_scratch({reader}, {output.writer()}, std::int64_t{25} << 20);
  (void)run("distance", {reader}, {output.writer()}, {.memory = memory}, 1);
  EXPECT_EQ(difference(expected.images[0], output.image()), "");
  EXPECT_TRUE(output.is_written_once());
  EXPECT_EQ(entry_count(), 0);
}

// Refused before any pixel is read.
TEST_F(Callers, need_room_for_scratch_images) {
  const ImageType mask{DType::boolean, {1 << 23, 1 << 22}};
  const RegionReader reader{.type = mask,
                            .read = [](const std::int64_t*, ImageView) { throw std::out_of_range("a read"); },
                            .chunk = {1 << 16, 1},
                            .name = "image"};
  const RegionWriter writer{.type = {DType::float32, mask.shape}, .write = [](const std::int64_t*, ConstImageView) {}};
  const std::int64_t memory = memory_for_scratch({reader}, {writer}, std::int64_t{3} << 30);
  EXPECT_RAISES_ABOUT((void)run("distance", {reader}, {writer}, {.memory = memory}, 1), ErrorKind::resource,
                      "distance: the scratch images take 256T; ");
  EXPECT_EQ(entry_count(), 0);
}

// The memory that calls need is in the plan, once per worker and once per I/O thread.
TEST_F(Callers, have_their_memory_planned) {
  const Image image = noise(DType::uint8, {600, 700});
  CheckedOutput output(image.view().type(), {});
  std::vector<BlockInput> inputs = {reader_of(image)};
  const std::vector<BlockOutput> outputs = {output.writer()};
  const auto planned = [&](std::int64_t memory) {
    const BlockSettings settings{.memory = memory, .block = {100, 100}};
    return plan_in_blocks(operator_named("fill_holes"), inputs, outputs, {}, settings, {.threads = 2}).peak_memory;
  };
  constexpr std::int64_t call = 100 << 20;
  const std::int64_t before = planned(16 * call);
  std::get<RegionReader>(inputs[0]).scratch = call;
  EXPECT_GE(planned(4 * call), before + 2 * call - (1 << 20));
  EXPECT_GE(planned(81 * call), before + 12 * call);
}

}  // namespace
}  // namespace preamar::test
