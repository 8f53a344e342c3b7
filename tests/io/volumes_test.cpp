// Plain NRRD and MetaImage by region, and folders of numbered slices.
#include "regions.h"
#include "support.h"

#include "core/error_text.h"
#include "io/open.h"
#include "io/pixels.h"
#include "io/slices/series.h"

#include <random>

namespace preamar::test {
using namespace io;
namespace {

class Volumes : public FileTest {};

constexpr const char* plain[] = {".nrrd", ".nhdr", ".mha", ".mhd", ".npy", ".nii"};

bool is_detached(const std::string& suffix) { return suffix == ".nhdr" || suffix == ".mhd"; }

TEST_F(Volumes, are_written_by_any_region_from_several_threads) {
  std::mt19937_64 random(20261117);
  for (const std::string suffix : plain)
    for (const Shape& shape : {Shape({30, 41}), Shape({5, 7, 13}), Shape({1, 1}), Shape({1, 20, 9})})
      for (const DType dtype : every_dtype()) {
        SCOPED_TRACE(suffix + " " + std::string(name_of(dtype)) + shape.text());
        const fs::path file = folder_ / ("a" + suffix);
        Image image = noise(dtype, shape);
        const WriteOptions options = {.compression = "none", .overwrite = true};
        EXPECT_EQ(stored_chunk(file, image.type(), options).rank(), 0);
        const auto sink = open_sink(file, image.type(), options);
        ASSERT_TRUE(sink->takes_any_order());
        put_from_threads(*sink, image, regions_of(shape, {}, 9, random));
        sink->close();
        const bool as_bytes = dtype == DType::boolean && suffix != ".npy";
        const ConstImageView expected(image.data(), as_bytes ? DType::uint8 : dtype, shape);
        EXPECT_TRUE(same(read_image(file), expected));
        EXPECT_EQ(file_count(), is_detached(suffix) ? 2 : 1);
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) fs::remove(entry.path());
      }
}

// Data in a file of its own is written again.
TEST_F(Volumes, of_a_stopped_run_are_recovered) {
  std::mt19937_64 random(7);
  for (const std::string suffix : plain)
    for (const Shape& shape : {Shape({30, 41}), Shape({5, 7, 13})}) {
      SCOPED_TRACE(suffix + shape.text());
      const Image image = noise(DType::uint16, shape);
      const fs::path file = folder_ / ("a" + suffix);
      const WriteOptions options = {.compression = "none", .overwrite = true};
      const std::vector<Region> regions = regions_of(shape, {}, 8, random);
      std::vector<std::uint64_t> digests;
      {
        const auto sink = open_kept(file, image.type(), options);
        for (std::size_t i = 0; i < regions.size() / 2; ++i) digests.push_back(put(*sink, image, regions[i]));
        sink->flush();
        expect_error(ErrorKind::call, {"closed", "not written"}, [&] { sink->close(); });
      }
      const auto sink = open_kept(file, image.type(), options);
      for (std::size_t i = 0; i < regions.size(); ++i) {
        const Region& region = regions[i];
        const bool is_there = i < digests.size() && !is_detached(suffix);
        const std::uint64_t left = i < digests.size() ? digests[i] : 0;
        EXPECT_FALSE(sink->recover(region.origin, region.shape, left + 1));
        const bool is_recovered = sink->recover(region.origin, region.shape, left);
        EXPECT_TRUE(is_recovered || !is_there);
        if (!is_recovered) put(*sink, image, region);
      }
      sink->close();
      EXPECT_TRUE(same(read_image(file), image));
    }
}

TEST_F(Volumes, that_are_compressed_take_rows_in_order) {
  const ImageType type = {DType::uint8, {20, 30}};
  const std::pair<std::string, std::string> streams[] = {
      {"a.nrrd", ""}, {"a.nrrd", "gzip"}, {"a.nhdr", "gzip"}, {"a.mha", "deflate"}};
  for (const auto& stream : streams) {
    const std::string& name = stream.first;
    const WriteOptions options = {.compression = stream.second};
    EXPECT_FALSE(open_sink(folder_ / name, type, options)->takes_any_order());
    expect_error(ErrorKind::call, {name, "one stream", "compression=none"},
                 [&] { (void)stored_chunk(folder_ / name, type, options); });
  }
  expect_error(ErrorKind::call, {"a.nii.gz", "one stream"},
               [&] { (void)stored_chunk(folder_ / "a.nii.gz", type, {}); });
  EXPECT_EQ(stored_chunk(folder_ / "a.mha", type, {}).rank(), 0);
}

class Slices : public FileTest {
 protected:
  // A slice each of the volume, named by `name`.
  void write(const Image& volume, const std::function<std::string(std::int64_t z)>& name,
             const WriteOptions& options = {}) {
    fs::create_directories(slices_);
    for (std::int64_t z = 0; z < volume.shape()[0]; ++z)
      write_image(slices_ / name(z), plane(ConstImageView(volume), z), options);
  }

  void expect_refused(ErrorKind kind, std::vector<std::string> words) const {
    words.emplace_back(slices_.filename().string());
    expect_error(kind, std::move(words), [&] { (void)read_image(slices_); });
  }

  const fs::path slices_ = folder_ / "slices";
};

TEST_F(Slices, are_one_volume_in_the_order_of_their_numbers) {
  const Image volume = noise(DType::uint16, {13, 20, 33});
  const std::pair<const char*, std::function<std::string(std::int64_t)>> ways[] = {
      {"plain", [](std::int64_t z) { return text(z, ".tif"); }},
      {"from 995", [](std::int64_t z) { return text("s", z + 995, ".png"); }},
      {"two numbers", [](std::int64_t z) { return text("t3_z", z, "_v2.tiff"); }},
      {"zeros", [](std::int64_t z) { return text(z < 10 ? "a 00" : "a 0", z, ".TIF"); }},
  };
  for (const auto& [what, name] : ways) {
    SCOPED_TRACE(what);
    write(volume, name);
    store(slices_ / ".hidden", "");
    EXPECT_TRUE(same(read_image(slices_), volume));
    EXPECT_TRUE(same(read_image(slices_ / ""), volume));
    const auto source = open_source(slices_);
    EXPECT_EQ(source->info().chunk[0], 1);
    std::int64_t count = 0;
    source->each_file([&](const fs::path&) { ++count; });
    EXPECT_EQ(count, 13);
    std::mt19937_64 random(5);
    for (const Region& region : regions_of(volume.shape(), {}, 8, random)) {
      Image part(DType::uint16, region.shape);
      source->read(region.origin, part);
      ASSERT_TRUE(same(part, crop(ConstImageView(volume), region.origin, region.shape)));
    }
    fs::remove_all(slices_);
  }
}

TEST_F(Slices, that_are_no_series_are_refused) {
  const Image volume = noise(DType::uint8, {4, 8, 9});
  const auto name = [](std::int64_t z) { return text("s", z + 8, ".tif"); };
  const auto begin = [&] {
    fs::remove_all(slices_);
    write(volume, name);
  };
  fs::create_directories(slices_);
  expect_refused(ErrorKind::io, {"is a folder; give an image file", "it holds none"});
  begin();
  fs::remove(slices_ / "s10.tif");
  expect_refused(ErrorKind::io, {"number 10 is missing", "'s9.tif'", "'s11.tif'"});
  begin();
  fs::copy(slices_ / "s9.tif", slices_ / "s09.tif");
  expect_refused(ErrorKind::io, {"'s09.tif'", "'s9.tif'", "same number"});
  begin();
  fs::copy(slices_ / "s9.tif", slices_ / "t9.tif");
  expect_refused(ErrorKind::io, {"'s10.tif'", "'t9.tif'", "two series"});
  begin();
  write_image(slices_ / "s12.png", noise(DType::uint8, {8, 9}));
  expect_refused(ErrorKind::io, {"'s12.png'", "two series"});
  begin();
  for (const char* const stray : {"notes.txt", "image.tif", "s12.nrrd"}) {
    store(slices_ / stray, "");
    expect_refused(ErrorKind::io, {std::string("'") + stray + "' is none"});
    fs::remove(slices_ / stray);
  }
  fs::create_directory(slices_ / "s12.tif");
  expect_refused(ErrorKind::io, {"'s12.tif' is none"});
  begin();
  write_image(slices_ / "s12.tif", noise(DType::uint8, {8, 10}));
  expect_refused(ErrorKind::input, {"s12.tif: is 8x10 uint8", "s8.tif", "8x9 uint8"});
  write_image(slices_ / "s12.tif", noise(DType::int8, {8, 9}), {.overwrite = true});
  expect_refused(ErrorKind::input, {"s12.tif: is 8x9 int8", "s8.tif"});
  write_image(slices_ / "s12.tif", noise(DType::uint8, {2, 8, 9}), {.overwrite = true});
  expect_refused(ErrorKind::input, {"s12.tif: is 2x8x9"});
  write_image(slices_ / "s12.tif", noise(DType::uint8, {8, 9}), {.overwrite = true});
  store(slices_ / "s12.tif", load(slices_ / "s12.tif").substr(0, 60));
  expect_refused(ErrorKind::io, {"s12.tif"});
  fs::remove_all(slices_);
  fs::create_directories(slices_);
  write_image(slices_ / "s1.tif", noise(DType::uint8, {2, 8, 9}));
  expect_refused(ErrorKind::input, {"s1.tif", "no slice"});
}

// A slice that vanishes or changes after the folder was opened.
TEST_F(Slices, that_change_are_refused) {
  write(noise(DType::uint8, {3, 8, 9}), [](std::int64_t z) { return text(z, ".tif"); });
  Image image(DType::uint8, {3, 8, 9});
  const std::int64_t zero[max_rank] = {};
  const auto source = open_source(slices_);
  write_image(slices_ / "2.tif", noise(DType::uint16, {8, 9}), {.overwrite = true});
  expect_error(ErrorKind::input, {"2.tif", "uint16"}, [&] { source->read(zero, image); });
  fs::remove(slices_ / "1.tif");
  expect_error(ErrorKind::io, {"1.tif"}, [&] { source->read(zero, image); });
}

}  // namespace
}  // namespace preamar::test
