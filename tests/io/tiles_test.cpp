// A TIFF of tiles takes them in any order, from several threads, and goes on where a killed process stopped.
#include "support.h"

#include "io/open.h"
#include "io/pixels.h"
#include "io/tiff_layout.h"

#include <sys/wait.h>
#include <tiff.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <random>
#include <thread>

namespace preamar::test {
namespace {

class Tiles : public FileTest {};

struct Region {
  std::int64_t origin[max_rank] = {};
  Shape shape;
};

// The image cut into boxes of up to `most` whole chunks a side, in random order.
std::vector<Region> regions_of(const Shape& image, const Shape& chunk, std::uint64_t most, std::mt19937_64& random) {
  std::vector<Region> regions{{{}, image}};
  for (int axis = 0; axis < image.rank(); ++axis) {
    std::vector<Region> cut;
    for (const Region& whole : regions)
      for (std::int64_t at = 0; at < image[axis];) {
        const std::int64_t step = chunk[axis] * static_cast<std::int64_t>(1 + random() % most);
        Region part = whole;
        std::int64_t extents[max_rank];
        for (int i = 0; i < image.rank(); ++i) extents[i] = whole.shape[i];
        extents[axis] = std::min(step, image[axis] - at);
        part.origin[axis] = at;
        part.shape = Shape(extents, image.rank());
        cut.push_back(part);
        at += step;
      }
    regions = cut;
  }
  std::shuffle(regions.begin(), regions.end(), random);
  return regions;
}

void put(Sink& sink, const ConstImage& image, const Region& region) {
  sink.write(region.origin, crop(image, region.origin, region.shape));
}

TEST_F(Tiles, come_in_any_order_from_several_threads) {
  std::mt19937_64 random(20261115);
  for (const char* const suffix : {".tif", ".btf"})
    for (const char* const compression : {"zstd", "deflate", "none"})
      for (const Shape& shape : {Shape({300, 500}), Shape({5, 70, 130}), Shape({1, 1}), Shape({1, 200, 200})})
        for (const DType dtype : every_dtype()) {
          SCOPED_TRACE(std::string(suffix) + " " + compression + " " + std::string(name_of(dtype)) + shape.text());
          const fs::path file = folder_ / (std::string("a") + suffix);
          const OwnedImage image = noise(dtype, shape);
          const auto sink = open_sink(file, image.type(), {.compression = compression, .tile = 32, .overwrite = true});

          ASSERT_TRUE(sink->takes_any_order());
          const std::vector<Region> regions = regions_of(shape, sink->chunk(), 3, random);
          std::atomic<std::size_t> next{0};
          std::vector<std::thread> threads;
          for (int i = 0; i < 3; ++i)
            threads.emplace_back([&] {
              for (std::size_t at = next++; at < regions.size(); at = next++) put(*sink, image, regions[at]);
            });
          for (std::thread& thread : threads) thread.join();
          sink->close();
          EXPECT_TRUE(same(read_image(file), image));
          EXPECT_EQ(file_count(), 1);
          fs::remove(file);
        }
}

TEST_F(Tiles, of_a_stopped_run_are_kept) {
  std::mt19937_64 random(7);
  for (const Shape& shape : {Shape({300, 300}), Shape({3, 90, 90}), Shape({7, 30, 30})}) {
    const OwnedImage image = noise(DType::uint16, shape);
    const fs::path file = folder_ / "a.tif";
    const WriteOptions options = {.tile = 32, .resume = true};
    std::vector<Region> regions;
    for (const std::size_t part : {std::size_t{1}, std::size_t{2}}) {
      const auto sink = open_sink(file, image.type(), options);
      if (regions.empty()) regions = regions_of(shape, sink->chunk(), 2, random);
      for (std::size_t i = 0; i < regions.size() * part / 3; ++i) put(*sink, image, regions[i]);
      expect_error(ErrorKind::call, {"closed", "not written"}, [&] { sink->close(); });
    }
    EXPECT_FALSE(fs::exists(file));
    EXPECT_TRUE(fs::exists(partial_path(file)));
    const auto sink = open_sink(file, image.type(), options);
    for (std::size_t i = regions.size() * 2 / 3; i < regions.size(); ++i) put(*sink, image, regions[i]);
    sink->close();
    EXPECT_FALSE(fs::exists(partial_path(file)));
    EXPECT_TRUE(same(read_image(file), image));
    fs::remove(file);
  }
}

// Of another type, layout, compression or description; broken, empty, or of another program.
TEST_F(Tiles, of_another_file_are_not_kept) {
  const fs::path file = folder_ / "a.tif";
  const ImageType type = {DType::uint8, {100, 100}};
  const WriteOptions options = {.tile = 32, .resume = true};
  const OwnedImage image = noise(DType::uint8, {100, 100}, 6);
  const std::int64_t zero[max_rank] = {};
  const auto leave = [&](const ImageType& left, const WriteOptions& with) {
    fs::remove(partial_path(file));
    open_sink(file, left, with)->write(zero, noise(left.dtype, left.shape));
  };
  const auto expect_fresh = [&](const std::string& what) {
    SCOPED_TRACE(what);
    {
      const auto sink = open_sink(file, type, options);
      expect_error(ErrorKind::call, {"closed with 16 of 16"}, [&] { sink->close(); });
      sink->write(zero, image);
      sink->close();
    }
    EXPECT_TRUE(same(read_image(file), image));
    fs::remove(file);
  };
  leave({DType::int8, {100, 100}}, options);
  expect_fresh("another dtype");
  leave({DType::uint8, {100, 101}}, options);
  expect_fresh("another shape");
  leave(type, {.tile = 48, .resume = true});
  expect_fresh("another tile");
  leave(type, {.compression = "none", .tile = 32, .resume = true});
  expect_fresh("another compression");
  leave({DType::uint8, {1, 100, 100}}, options);
  expect_fresh("another rank");
  store(partial_path(file), "");
  expect_fresh("empty");
  store(partial_path(file), std::string(100000, 'x'));
  expect_fresh("of another program");
}

// The places of tiles that point outside the file, as no run of ours leaves them, are not believed.
TEST_F(Tiles, whose_places_are_wrong_are_not_kept) {
  const fs::path file = folder_ / "a.tif";
  const OwnedImage image = noise(DType::uint8, {64, 64});
  const WriteOptions options = {.compression = "none", .tile = 32, .resume = true};
  const std::int64_t zero[max_rank] = {};
  open_sink(file, image.type(), options)->write(zero, image);
  std::string bytes = load(partial_path(file));
  const TiffPlan plan(image.type(), tiff_layout(image.type(), 32), 1, "", false);
  const auto set = [&](std::int64_t at, std::uint32_t value) { std::memcpy(bytes.data() + at, &value, 4); };
  set(plan.offsets_at(0), 3);                // within the header
  set(plan.offsets_at(0) + 4, 0xFFFFFFFFu);  // beyond the end
  set(plan.lengths_at(0) + 8, 0);
  store(partial_path(file), bytes);
  const auto sink = open_sink(file, image.type(), options);
  expect_error(ErrorKind::call, {"closed with 3 of 4"}, [&] { sink->close(); });
  sink->write(zero, image);
  sink->close();
  EXPECT_TRUE(same(read_image(file), image));
}

TEST_F(Tiles, are_written_by_one_run_at_a_time) {
  const fs::path file = folder_ / "a.tif";
  const ImageType type = {DType::uint8, {64, 64}};
  const auto sink = open_sink(file, type, {.resume = true});
  expect_error(ErrorKind::io, {"a.tif.partial", "another run"}, [&] { (void)open_sink(file, type, {.resume = true}); });
}

TEST_F(Tiles, survive_a_process_that_is_killed_at_any_moment) {
  std::mt19937_64 random(11);
  const OwnedImage image = noise(DType::uint8, {3, 400, 400});
  const fs::path file = folder_ / "a.btf";
  const WriteOptions options = {.tile = 16, .resume = true};
  for (int run = 0; run < 10; ++run) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto sink = open_sink(file, image.type(), options);
      std::mt19937_64 own(static_cast<std::uint64_t>(run));
      const std::vector<Region> regions = regions_of(image.shape(), sink->chunk(), 2, own);
      std::atomic<std::size_t> next{0};
      const auto work = [&] {
        for (std::size_t at = next++; at < regions.size(); at = next++) put(*sink, image, regions[at]);
      };
      std::thread other(work);
      work();
      for (;;) pause();
    }
    usleep(static_cast<useconds_t>(random() % 20000));
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
  }
  // The tiles whose places the file has are whole; only the others are written here.
  const TiffPlan plan(image.type(), tiff_layout(image.type(), 16), COMPRESSION_ZSTD, "", true);
  const std::string left = load(partial_path(file));
  const auto sink = open_sink(file, image.type(), options);
  std::int64_t kept = 0;
  for (std::int64_t tile = 0; tile < 3 * 25 * 25; ++tile) {
    const auto at = static_cast<std::size_t>(plan.offsets_at(tile / 625) + tile % 625 * 8);
    const bool is_kept = left.substr(at, 8) != std::string(8, '\0');
    kept += is_kept;
    if (!is_kept) put(*sink, image, {{tile / 625, tile % 625 / 25 * 16, tile % 25 * 16}, Shape({1, 16, 16})});
  }
  EXPECT_GT(kept, 0);
  sink->close();
  EXPECT_TRUE(same(read_image(file), image));
}

}  // namespace
}  // namespace preamar::test
