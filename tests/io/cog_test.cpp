// A Cloud Optimized GeoTIFF: the levels of its pyramid, and the order of their tiles.
#include "support.h"

#include "io/pixels.h"
#include "io/shrink.h"

#include <tiffio.h>
#include <algorithm>
#include <cstring>
#include <limits>
#include <stop_token>
#include <vector>

namespace preamar::test {
using namespace io;
namespace {

class Cog : public FileTest {};

// Places of tiles of each page, in the order of the pages.
std::vector<std::vector<std::uint64_t>> places_of(const fs::path& file) {
  TIFF* const tiff = TIFFOpen(file.c_str(), "r");
  EXPECT_NE(tiff, nullptr);
  std::vector<std::vector<std::uint64_t>> pages;
  do {
    toff_t* places = nullptr;
    EXPECT_TRUE(TIFFGetField(tiff, TIFFTAG_TILEOFFSETS, &places));
    pages.emplace_back(places, places + TIFFNumberOfTiles(tiff));
  } while (TIFFReadDirectory(tiff));
  TIFFClose(tiff);
  return pages;
}

TEST_F(Cog, has_a_level_until_one_tile_holds_it) {
  for (const char* const name : {"a.tif", "a.btf"})
    for (const char* const compression : {"deflate", "zstd", "none"})
      for (const DType dtype : {DType::boolean, DType::uint8, DType::int16, DType::float32})
        for (const char* const pyramid : {"mean", "nearest"}) {
          const fs::path file = folder_ / name;
          Image expected = noise(dtype, {101, 150});
          write_image(file, expected,
                      {.compression = compression, .tile = 32, .overwrite = true, .pyramid = pyramid, .cog = true});
          const std::vector<Shape> shapes = {{101, 150}, {51, 75}, {26, 38}, {13, 19}};
          EXPECT_EQ(describe(file).levels, shapes);
          for (int level = 0; level < 4; ++level) {
            EXPECT_TRUE(same(read_image(file, {.level = level}), expected)) << name << level << pyramid;
            if (level == 3) break;
            Image next(dtype, shapes[static_cast<std::size_t>(level) + 1]);
            shrink(shrink_named(file, dtype, pyramid), {}, expected, next);
            expected = std::move(next);
          }
        }
}

TEST_F(Cog, begins_with_tags_then_has_the_smallest_level) {
  const fs::path file = folder_ / "a.tif";
  write_image(file, noise(DType::uint8, {200, 300}), {.tile = 64, .pyramid = "mean", .cog = true});
  const auto pages = places_of(file);
  ASSERT_EQ(pages.size(), 4U);
  std::uint64_t last = 0;
  for (std::size_t page = pages.size(); page-- > 0;)
    for (const std::uint64_t place : pages[page]) {
      EXPECT_GT(place, last);
      last = place;
    }
  EXPECT_EQ(file_count(), 1);
}

TEST_F(Cog, of_one_tile_has_no_copies) {
  const fs::path file = folder_ / "a.tif";
  const Image image = noise(DType::uint16, {20, 30});
  write_image(file, image, {.pyramid = "mean", .cog = true});
  EXPECT_TRUE(describe(file).levels.empty());
  EXPECT_TRUE(same(read_image(file), image));
}

TEST_F(Cog, has_means_of_the_pixels_that_have_data) {
  const float none = -9999, nan = std::numeric_limits<float>::quiet_NaN();
  for (const float absent : {none, nan}) {
    const float values[] = {1, absent, absent, absent, 3, 8, absent, absent};
    Image out(DType::float32, {1, 2});
    shrink(Shrink::mean, absent, ConstImageView(values, DType::float32, {2, 4}), out);
    EXPECT_EQ(static_cast<float*>(out.data())[0], 4);
    EXPECT_EQ(std::memcmp(static_cast<float*>(out.data()) + 1, &absent, sizeof absent), 0);
  }
}

TEST_F(Cog, goes_on_where_a_run_stopped) {
  const fs::path file = folder_ / "a.tif";
  const Image image = noise(DType::uint8, {200, 300});
  const WriteOptions options{.tile = 64, .overwrite = true, .pyramid = "nearest", .cog = true};
  write_image(file, image, options);
  const std::string expected = load(file);
  const std::int64_t first[] = {0, 0}, second[] = {64, 0};
  const Shape top({64, 300}), rest({136, 300});
  const std::uint64_t digest =
      open_kept(file, image.type(), options)->write(first, crop(ConstImageView(image), first, top));
  const auto sink = open_kept(file, image.type(), options);
  EXPECT_FALSE(sink->recover(second, rest, digest));
  EXPECT_TRUE(sink->recover(first, top, digest));
  (void)sink->write(second, crop(ConstImageView(image), second, rest));
  sink->close();
  EXPECT_EQ(load(file), expected);
}

TEST_F(Cog, is_stopped_in_its_last_pass_and_goes_on) {
  const fs::path file = folder_ / "a.tif";
  const Image image = noise(DType::uint8, {200, 300});
  const WriteOptions options{.tile = 64, .overwrite = true, .pyramid = "mean", .cog = true};
  write_image(file, image, options);
  const std::string expected = load(file);
  fs::remove(file);
  const std::int64_t origin[] = {0, 0};
  std::uint64_t digest = 0;
  for (const double last : {0.1, 0.5, 0.9}) {
    const auto sink = open_kept(file, image.type(), options);
    if (!sink->recover(origin, image.shape(), digest)) digest = sink->write(origin, image);
    std::stop_source stop;
    const auto stop_at = [&](double done) {
      if (done >= last) stop.request_stop();
    };
    expect_error(ErrorKind::stopped, {"stopped"},
                 [&] { sink->close({.progress = stop_at, .stop = stop.get_token()}); });
    EXPECT_FALSE(fs::exists(file));
  }
  const auto sink = open_kept(file, image.type(), options);
  EXPECT_TRUE(sink->recover(origin, image.shape(), digest));
  std::vector<double> steps;
  sink->close({.progress = [&](double done) { steps.push_back(done); }});
  EXPECT_TRUE(std::ranges::is_sorted(steps));
  EXPECT_EQ(steps.back(), 1);
  EXPECT_EQ(load(file), expected);
}

TEST_F(Cog, is_refused_where_it_cannot_be) {
  const Image image = noise(DType::uint8, {20, 30});
  const auto refused = [&](const char* name, const Image& what, const WriteOptions& options, const char* reason) {
    expect_error(options.compression == "lzw" || what.rank() == 2 ? ErrorKind::call : ErrorKind::input, {reason},
                 [&] { write_image(folder_ / name, what, options); });
    EXPECT_EQ(file_count(), 0);
  };
  refused("a.tif", image, {.cog = true}, "pyramid=mean");
  refused("a.tif", image, {.pyramid = "sum", .cog = true}, "neither mean nor nearest");
  refused("a.tif", image, {.tile = 0, .pyramid = "mean", .cog = true}, "has tiles");
  refused("a.tif", image, {.compression = "lzw", .pyramid = "mean", .cog = true}, "deflate, zstd or none");
  refused("a.png", image, {.pyramid = "mean", .cog = true}, "give .tif");
  refused("a.ome.tif", image, {.pyramid = "mean", .cog = true}, "give .tif");
  refused("a.tif", noise(DType::uint8, {2, 20, 30}), {.pyramid = "mean", .cog = true}, "one plane");
  refused("a.tif", image, {.pyramid = "mean"}, "cog=true");
}

}  // namespace
}  // namespace preamar::test
