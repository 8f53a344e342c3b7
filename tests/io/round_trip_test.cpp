// What is written comes back: every format, dtype, compression, layout, rank and awkward size.
#include "support.h"

#include "io/open.h"

#include <cstring>
#include <span>
#include <vector>

namespace preamar::test {
using namespace io;
namespace {

struct Way {
  std::string suffix;
  std::string compression;
  std::int64_t tile;
};

const std::vector<Way> ways = {
    {".tif", "zstd", 256},  {".tif", "zstd", 0},   {".tif", "deflate", 16}, {".tiff", "deflate", 0},
    {".tif", "lzw", 64},    {".tif", "lzw", 0},    {".tif", "none", 256},   {".tif", "none", 0},
    {".btf", "zstd", 128},  {".btf", "none", 0},   {".png", "deflate", 0},  {".png", "none", 0},
    {".nrrd", "gzip", 0},   {".nrrd", "none", 0},  {".nhdr", "gzip", 0},    {".nhdr", "none", 0},
    {".mha", "deflate", 0}, {".mha", "none", 0},   {".mhd", "deflate", 0},  {".mhd", "none", 0},
    {".zarr", "zstd", 0},   {".zarr", "blosc", 0}, {".zarr", "gzip", 0},    {".zarr", "none", 0},
    {".npy", "none", 0},    {".nii", "none", 0},   {".nii.gz", "gzip", 0},
};

const std::vector<Shape> shapes = {{1, 1},    {1, 300},  {300, 1},    {257, 255},   {64, 64},    {17, 1025},
                                   {1, 1, 1}, {1, 5, 9}, {3, 20, 33}, {5, 257, 17}, {2, 1, 300}, {4, 300, 1}};

bool is_png(const Way& way) { return way.suffix == ".png"; }
bool is_zarr(const Way& way) { return way.suffix == ".zarr"; }
bool is_tiff(const Way& way) { return way.suffix == ".btf" || way.suffix.starts_with(".tif"); }

bool holds(const Way& way, DType dtype, const Shape& shape) {
  return !is_png(way) || (shape.rank() == 2 && dtype <= DType::uint16);
}

class RoundTrip : public FileTest, public ::testing::WithParamInterface<Way> {};

TEST_P(RoundTrip, keeps_type_and_pixels) {
  const Way& way = GetParam();
  for (const DType dtype : every_dtype())
    for (const Shape& shape : shapes) {
      if (!holds(way, dtype, shape)) continue;
      SCOPED_TRACE(std::string(name_of(dtype)) + " " + shape.text());
      Image image = noise(dtype, shape);
      const fs::path file = folder_ / ("image" + way.suffix);
      write_image(file, image, {.compression = way.compression, .tile = way.tile, .overwrite = true});
      const bool as_bytes =
          dtype == DType::boolean && !is_tiff(way) && !is_png(way) && !is_zarr(way) && way.suffix != ".npy";
      const ConstImageView expected(image.data(), as_bytes ? DType::uint8 : dtype, shape);
      EXPECT_TRUE(same(read_image(file), expected));
      const FileInfo info = describe(file);
      EXPECT_EQ(info.type, expected.type());
      EXPECT_EQ(info.compression, is_png(way) ? "deflate" : way.compression);
      EXPECT_EQ(info.format == "BigTIFF", way.suffix == ".btf");
      EXPECT_EQ(info.chunk.rank(), shape.rank());
    }
  EXPECT_EQ(entry_count(), way.suffix == ".mhd" || way.suffix == ".nhdr" ? 2 : 1);
}

TEST_P(RoundTrip, takes_views_of_any_strides) {
  const Way& way = GetParam();
  for (const DType dtype : {DType::boolean, DType::uint16, DType::float64}) {
    if (!holds(way, dtype, Shape({1, 1}))) continue;
    const Image whole = noise(dtype, {60, 80});
    const std::int64_t size = size_of(dtype);
    const auto* data = static_cast<const std::byte*>(whole.data());
    const ConstImageView views[] = {
        ConstImageView(data + (3 * 80 + 5) * size, dtype, {40, 30}, {80 * size, size}),     // a crop
        ConstImageView(data, dtype, {80, 60}, {size, 80 * size}),                           // transposed
        ConstImageView(data + (60 * 80 - 1) * size, dtype, {60, 80}, {-80 * size, -size}),  // turned by half
        ConstImageView(data, dtype, {20, 27}, {3 * 80 * size, 3 * size}),                   // every third
        ConstImageView(data, dtype, {33, 44}, {0, 0}),                                      // one pixel, spread
    };
    for (const ConstImageView& view : views) {
      const fs::path file = folder_ / ("view" + way.suffix);
      write_image(file, view, {.compression = way.compression, .tile = way.tile, .overwrite = true});
      EXPECT_EQ(bytes_of(read_image(file)), bytes_of(view)) << view.shape().text() << " " << name_of(dtype);
    }
  }
}

TEST_P(RoundTrip, gives_any_region_as_in_the_whole) {
  const Way& way = GetParam();
  const std::vector<Shape> wholes =
      is_png(way) ? std::vector<Shape>{{70, 90}} : std::vector<Shape>{{70, 90}, {4, 37, 50}};
  for (const Shape& shape : wholes)
    for (const DType dtype : {DType::boolean, DType::uint16}) {
      Image image = noise(dtype, shape);
      const fs::path file = folder_ / ("region" + way.suffix);
      write_image(file, image, {.compression = way.compression, .tile = way.tile, .overwrite = true});
      const auto source = open_source(file);
      std::uint64_t state = 7;
      const auto below = [&state](std::int64_t n) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::int64_t>(state >> 33) % n;
      };
      for (int trial = 0; trial < 30; ++trial) {
        std::int64_t origin[max_rank] = {};
        std::int64_t extent[max_rank] = {};
        std::int64_t offset = 0;
        for (int axis = 0; axis < shape.rank(); ++axis) {
          origin[axis] = below(shape[axis]);
          extent[axis] = 1 + below(shape[axis] - origin[axis]);
          offset += origin[axis] * image.view().stride(axis);
        }
        const DType stored = source->info().type.dtype;
        const Shape part(extent, shape.rank());
        const ConstImageView expected(static_cast<std::byte*>(image.data()) + offset, stored, part,
                                      image.view().strides());
        // Into every second column of a wider image, which must keep the others.
        std::int64_t wide[max_rank] = {extent[0], extent[1], extent[2]};
        wide[shape.rank() - 1] *= 2;
        Image target(stored, Shape(wide, shape.rank()));
        std::memset(target.data(), 0x5a, static_cast<std::size_t>(target.shape().count() * size_of(stored)));
        Strides strides = target.view().strides();
        const std::size_t last = static_cast<std::size_t>(shape.rank() - 1);
        strides[last] *= 2;
        const ImageView out(target.data(), stored, part, strides);
        source->read(origin, out);
        ASSERT_EQ(bytes_of(out), bytes_of(expected));
        const ImageView between(static_cast<std::byte*>(target.data()) + size_of(stored), stored, part, strides);
        for (const std::byte byte : bytes_of(between)) ASSERT_EQ(byte, std::byte{0x5a});
        Image dense(stored, part);
        source->read(origin, dense);
        ASSERT_TRUE(same(dense, expected));
        ASSERT_TRUE(same(read_region(file, std::span(origin).first(last + 1), part), expected));
      }
    }
}

TEST_P(RoundTrip, takes_an_image_region_by_region) {
  const Way& way = GetParam();
  const Image image = noise(DType::uint8, is_png(way) ? Shape({300, 40}) : Shape({2, 300, 40}));
  const Shape& shape = image.shape();
  const int rank = shape.rank();
  const fs::path file = folder_ / ("parts" + way.suffix);
  const auto sink = open_sink(file, image.type(), {.compression = way.compression, .tile = way.tile});
  const std::int64_t step = sink->chunk()[rank - 2];
  const std::int64_t planes = rank == 3 ? shape[0] : 1, deep = rank == 3 ? sink->chunk()[0] : 1;
  for (std::int64_t z = 0; z < planes; z += deep)
    for (std::int64_t y = 0; y < shape[rank - 2]; y += step) {
      const std::int64_t origin[] = {z, y, 0};
      const std::int64_t extents[] = {std::min(deep, planes - z), std::min(step, shape[rank - 2] - y), 40};
      const auto* first = static_cast<const std::byte*>(image.data()) + (z * 300 + y) * 40;
      const Shape part(extents + 3 - rank, rank);
      sink->write(origin + 3 - rank, ConstImageView(first, DType::uint8, part, image.view().strides()));
    }
  EXPECT_FALSE(fs::exists(file));
  sink->close();
  EXPECT_TRUE(same(read_image(file), image));
}

INSTANTIATE_TEST_SUITE_P(files, RoundTrip, ::testing::ValuesIn(ways), [](const auto& chosen) {
  const Way& way = chosen.param;
  return way.suffix.substr(way.suffix.rfind('.') + 1) + "_" + way.compression + "_" + std::to_string(way.tile);
});

class Regions : public FileTest {};

TEST_F(Regions, that_leave_the_image_are_refused) {
  write_image(folder_ / "a.tif", noise(DType::uint8, {40, 50}));
  const auto refuse = [&](std::vector<std::int64_t> origin, const Shape& shape, const char* word) {
    expect_error(ErrorKind::call, {"a.tif", "region", word},
                 [&] { (void)read_region(folder_ / "a.tif", origin, shape); });
  };
  refuse({0}, {40}, "give 2");
  refuse({0, 0, 0}, {1, 1, 1}, "give 2");
  refuse({0, -1}, {1, 1}, "axis 1");
  refuse({39, 0}, {2, 1}, "axis 0");
  refuse({0, 0}, {0, 1}, "axis 0");
  refuse({INT64_MAX, 0}, {1, 1}, "axis 0");
  refuse({0, 1}, {1, INT64_MAX}, "axis 1");
}

class Compression : public FileTest {};

TEST_F(Compression, of_a_tiff_is_deflate_unless_another_is_given) {
  const Image image = noise(DType::uint16, {40, 50});
  for (const char* const name : {"a.tif", "a.btf", "a.ome.tif"})
    for (const std::int64_t tile : {0, 32}) {
      write_image(folder_ / name, image, {.tile = tile, .overwrite = true});
      EXPECT_EQ(describe(folder_ / name).compression, "deflate") << name;
    }
}

TEST(ByteOrder, is_little_endian_on_disk) {
  struct Folder : FileTest {
    using FileTest::folder_;
    void TestBody() override {}
  } files;
  Image image(DType::uint16, {1, 1});
  *static_cast<std::uint16_t*>(image.data()) = 0x1234;
  write_image(files.folder_ / "a.nrrd", image, {.compression = "none"});
  EXPECT_TRUE(load(files.folder_ / "a.nrrd").ends_with("\x34\x12"));
  write_image(files.folder_ / "a.tif", image);
  EXPECT_TRUE(load(files.folder_ / "a.tif").starts_with("II*"));
}

}  // namespace
}  // namespace preamar::test
