// A TIFF of tiles takes them in any order, from several threads, and goes on where a killed process stopped.
#include "regions.h"
#include "support.h"

#include "io/open.h"
#include "io/pixels.h"
#include "io/tiff/layout.h"

#include <sys/wait.h>
#include <tiff.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <random>
#include <thread>

namespace preamar::test {
using namespace io;
namespace {

class Tiles : public FileTest {};

TEST_F(Tiles, come_in_any_order_from_several_threads) {
  std::mt19937_64 random(20261115);
  for (const char* const suffix : {".tif", ".btf"})
    for (const char* const compression : {"zstd", "deflate", "none"})
      for (const Shape& shape : {Shape({300, 500}), Shape({5, 70, 130}), Shape({1, 1}), Shape({1, 200, 200})})
        for (const DType dtype : every_dtype()) {
          SCOPED_TRACE(std::string(suffix) + " " + compression + " " + std::string(name_of(dtype)) + shape.text());
          const fs::path file = folder_ / (std::string("a") + suffix);
          const Image image = noise(dtype, shape);
          const auto sink = open_sink(file, image.type(), {.compression = compression, .tile = 32, .overwrite = true});
          ASSERT_TRUE(sink->takes_any_order());
          put_from_threads(*sink, image, regions_of(shape, sink->chunk(), 3, random));
          sink->close();
          EXPECT_TRUE(same(read_image(file), image));
          EXPECT_EQ(file_count(), 1);
          fs::remove(file);
        }
}

TEST_F(Tiles, of_a_stopped_run_are_recovered) {
  std::mt19937_64 random(7);
  for (const Shape& shape : {Shape({300, 300}), Shape({3, 90, 90}), Shape({7, 30, 30})}) {
    const Image image = noise(DType::uint16, shape);
    const fs::path file = folder_ / "a.tif";
    const WriteOptions options = {.tile = 32};
    std::vector<Region> regions;
    std::vector<std::uint64_t> digests;
    for (const std::size_t part : {std::size_t{1}, std::size_t{2}}) {
      const auto sink = open_kept(file, image.type(), options);
      if (regions.empty()) regions = regions_of(shape, sink->chunk(), 2, random);
      for (std::size_t i = 0; i < digests.size(); ++i)
        EXPECT_TRUE(sink->recover(regions[i].origin, regions[i].shape, digests[i]));
      for (std::size_t i = digests.size(); i < regions.size() * part / 3; ++i)
        digests.push_back(put(*sink, image, regions[i]));
      sink->flush();
      expect_error(ErrorKind::call, {"closed", "not written"}, [&] { sink->close(); });
    }
    EXPECT_FALSE(fs::exists(file));
    EXPECT_TRUE(fs::exists(partial_of(file)));
    const auto sink = open_kept(file, image.type(), options);
    for (std::size_t i = 0; i < digests.size(); ++i) {
      EXPECT_FALSE(sink->recover(regions[i].origin, regions[i].shape, digests[i] + 1));
      EXPECT_TRUE(sink->recover(regions[i].origin, regions[i].shape, digests[i]));
    }
    for (std::size_t i = digests.size(); i < regions.size(); ++i) put(*sink, image, regions[i]);
    sink->close();
    EXPECT_TRUE(same(read_image(file), image));
    EXPECT_EQ(file_count(), 1);
    fs::remove(file);
  }
}

// Of another type, layout, compression or description; broken, empty, or of another program.
TEST_F(Tiles, of_another_file_are_not_kept) {
  const fs::path file = folder_ / "a.tif";
  const ImageType type = {DType::uint8, {100, 100}};
  const WriteOptions options = {.tile = 32};
  const Image image = noise(DType::uint8, {100, 100}, 6);
  const std::int64_t zero[max_rank] = {};
  const auto leave = [&](const ImageType& left, const WriteOptions& with) {
    fs::remove_all(partial_of(file).parent_path());
    return open_kept(file, left, with)->write(zero, noise(left.dtype, left.shape));
  };
  const auto expect_fresh = [&](const std::string& what, std::uint64_t left = 1) {
    SCOPED_TRACE(what);
    {
      const auto sink = open_kept(file, type, options);
      EXPECT_FALSE(sink->recover(zero, type.shape, left));
      expect_error(ErrorKind::call, {"closed with 16 of 16"}, [&] { sink->close(); });
      sink->write(zero, image);
      sink->close();
    }
    EXPECT_TRUE(same(read_image(file), image));
    fs::remove(file);
  };
  expect_fresh("another dtype", leave({DType::int8, {100, 100}}, options));
  expect_fresh("another shape", leave({DType::uint8, {100, 101}}, options));
  expect_fresh("another tile", leave(type, {.tile = 48}));
  expect_fresh("another compression", leave(type, {.compression = "none", .tile = 32}));
  expect_fresh("another rank", leave({DType::uint8, {1, 100, 100}}, options));
  fs::create_directory(partial_of(file).parent_path());
  store(partial_of(file).parent_path() / "made-by-preamar", "");
  store(partial_of(file), "");
  expect_fresh("empty");
  fs::create_directory(partial_of(file).parent_path());
  store(partial_of(file).parent_path() / "made-by-preamar", "");
  store(partial_of(file), std::string(100000, 'x'));
  expect_fresh("of another program");
}

// Places that point outside the file and bytes that are not those that were written are not believed.
TEST_F(Tiles, that_are_damaged_are_not_recovered) {
  const fs::path file = folder_ / "a.tif";
  const Image image = noise(DType::uint8, {64, 64});
  const WriteOptions options = {.compression = "none", .tile = 32};
  const std::int64_t origins[][2] = {{0, 0}, {0, 32}, {32, 0}, {32, 32}};
  const Shape tile = {32, 32};
  std::vector<std::uint64_t> digests;
  {
    const auto sink = open_kept(file, image.type(), options);
    for (const auto& origin : origins) digests.push_back(sink->write(origin, crop(image.view(), origin, tile)));
  }
  std::string bytes = load(partial_of(file));
  const TiffPlan plan(image.type(), tiff_layout(image.type(), 32), 1, {}, false);
  const auto set = [&](std::int64_t at, std::uint32_t value) { std::memcpy(bytes.data() + at, &value, 4); };
  set(plan.offsets_at(0), 3);                // within the header
  set(plan.offsets_at(0) + 4, 0xFFFFFFFFu);  // beyond the end
  bytes[static_cast<std::size_t>(plan.end()) + 2 * 1024 + 77] ^= 1;
  store(partial_of(file), bytes);
  const auto sink = open_kept(file, image.type(), options);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(sink->recover(origins[i], tile, digests[i]), i == 3) << i;
  expect_error(ErrorKind::call, {"closed with 3 of 4"}, [&] { sink->close(); });
  for (std::size_t i = 0; i < 3; ++i) sink->write(origins[i], crop(image.view(), origins[i], tile));
  sink->close();
  EXPECT_TRUE(same(read_image(file), image));
}

TEST_F(Tiles, survive_a_process_that_is_killed_at_any_moment) {
  std::mt19937_64 random(11);
  const Image image = noise(DType::uint8, {3, 400, 400});
  const fs::path file = folder_ / "a.btf";
  const WriteOptions options = {.tile = 16};
  for (int run = 0; run < 10; ++run) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto sink = open_kept(file, image.type(), options);
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
    // Later runs have more time: on a busy machine a child may not write a tile in the first 20 ms.
    usleep(static_cast<useconds_t>(random() % (20000U << std::min(run, 6))));
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
  }
  // The tiles that are there are those that an undisturbed run writes; only the others are written here.
  const auto whole = open_sink(folder_ / "b.btf", image.type(), options);
  const auto sink = open_kept(file, image.type(), options);
  std::int64_t kept = 0;
  for (std::int64_t tile = 0; tile < 3 * 25 * 25; ++tile) {
    const Region region = {{tile / 625, tile % 625 / 25 * 16, tile % 25 * 16}, Shape({1, 16, 16})};
    const bool is_kept = sink->recover(region.origin, region.shape, put(*whole, image, region));
    kept += is_kept;
    if (!is_kept) put(*sink, image, region);
  }
  EXPECT_GT(kept, 0);
  sink->close();
  EXPECT_TRUE(same(read_image(file), image));
}

}  // namespace
}  // namespace preamar::test
