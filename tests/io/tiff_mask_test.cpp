// Masks of valid pixels: pages of a TIFF, and files beside an image; and the nodata of GDAL's .aux.xml.
#include "support.h"

#include "io/georeference.h"
#include "io/input_identity.h"
#include "io/open.h"
#include "io/pixels.h"

#include <tiffio.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace preamar::test {
using namespace io;
namespace {

using TiffMask = FileTest;

struct Page {
  const Image* image = nullptr;  // bool as 1 bit
  std::uint32_t kind = 0;        // FILETYPE_MASK and FILETYPE_REDUCEDIMAGE
  std::uint32_t tile = 0;        // 0: strips of 7 rows
  int compression = COMPRESSION_NONE;
  int samples = 1;           // all of the same value
  bool skips_zeros = false;  // as GDAL leaves out parts that were never written
};

// The chunk at (y, x) as stored.
std::vector<std::uint8_t> chunk_of(const Page& page, std::uint32_t y, std::uint32_t x, std::uint32_t rows,
                                   std::uint32_t columns) {
  const Image& image = *page.image;
  const auto size = static_cast<std::size_t>(size_of(image.dtype()));
  const bool has_bits = image.dtype() == DType::boolean;
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t i = y; i < y + rows; ++i) {
    std::vector<std::uint8_t> line(columns * size * static_cast<std::size_t>(page.samples));
    for (std::uint32_t j = x; j < x + columns && i < image.shape()[0] && j < image.shape()[1]; ++j)
      for (int sample = 0; sample < page.samples; ++sample)
        std::memcpy(
            line.data() + ((j - x) * static_cast<std::size_t>(page.samples) + static_cast<std::size_t>(sample)) * size,
            static_cast<const std::uint8_t*>(image.data()) + (i * image.shape()[1] + j) * size_of(image.dtype()), size);
    if (has_bits) {
      std::vector<std::uint8_t> packed(static_cast<std::size_t>(packed_bytes(columns)));
      pack_bits(line.data(), 1, columns, packed.data());
      line = packed;
    }
    bytes.insert(bytes.end(), line.begin(), line.end());
  }
  return bytes;
}

void add_page(TIFF* tiff, const Page& page) {
  const auto height = static_cast<std::uint32_t>(page.image->shape()[0]);
  const auto width = static_cast<std::uint32_t>(page.image->shape()[1]);
  const bool has_bits = page.image->dtype() == DType::boolean;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, has_bits ? 1 : static_cast<int>(size_of(page.image->dtype())) * 8);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT,
               page.image->dtype() == DType::float32 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, page.samples);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, page.compression);
  if (page.kind != 0) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, page.kind);
  const bool is_rgb = page.samples == 3 && page.image->dtype() == DType::uint8;
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
               (page.kind & FILETYPE_MASK) != 0 ? PHOTOMETRIC_MASK
               : is_rgb                         ? PHOTOMETRIC_RGB
                                                : PHOTOMETRIC_MINISBLACK);
  const std::uint32_t down = page.tile > 0 ? page.tile : 7, across = page.tile > 0 ? page.tile : width;
  if (page.tile > 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, page.tile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, page.tile);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, down);
  }
  for (std::uint32_t y = 0; y < height; y += down)
    for (std::uint32_t x = 0; x < width; x += across) {
      std::vector<std::uint8_t> chunk = chunk_of(page, y, x, page.tile > 0 ? down : std::min(down, height - y), across);
      if (page.skips_zeros && std::ranges::count(chunk, 0) == std::ssize(chunk)) continue;
      const auto bytes = static_cast<tmsize_t>(chunk.size());
      if (page.tile > 0)
        ASSERT_EQ(TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, 0), chunk.data(), bytes), bytes);
      else
        ASSERT_EQ(TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, y, 0), chunk.data(), bytes), bytes);
    }
  ASSERT_EQ(TIFFWriteDirectory(tiff), 1);
}

void write_pages(const fs::path& file, const std::vector<Page>& pages) {
  TIFF* const tiff = TIFFOpen(file.c_str(), "w");
  ASSERT_NE(tiff, nullptr);
  for (const Page& page : pages) add_page(tiff, page);
  TIFFClose(tiff);
}

// `valid` where a bool image is true, otherwise 0.
Image bytes_from(const Image& mask, std::uint8_t valid) {
  Image bytes(DType::uint8, mask.shape());
  for (std::int64_t i = 0; i < mask.shape().count(); ++i)
    static_cast<std::uint8_t*>(bytes.data())[i] = static_cast<const std::uint8_t*>(mask.data())[i] != 0 ? valid : 0;
  return bytes;
}

void expect_mask(const fs::path& file, const Image& mask) {
  EXPECT_TRUE(describe(file).has_mask);
  const FileInfo info = describe(file, {.mask = true});
  EXPECT_EQ(info.type, mask.type());
  EXPECT_TRUE(info.has_mask);
  EXPECT_TRUE(info.levels.empty());
  EXPECT_TRUE(same(read_image(file, {.mask = true}), mask));
  std::mt19937_64 random(1);
  for (int i = 0; i < 5; ++i) {
    std::int64_t origin[2], extents[2];
    for (int axis = 0; axis < 2; ++axis) {
      const auto below = [&](std::int64_t end) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end));
      };
      origin[axis] = below(mask.shape()[axis]);
      extents[axis] = 1 + below(mask.shape()[axis] - origin[axis]);
    }
    const Shape shape(extents, 2);
    Image part(DType::boolean, shape);
    copy_image(crop(ConstImageView(mask), origin, shape), part);
    EXPECT_TRUE(same(read_region(file, origin, shape, {.mask = true}), part));
  }
}

void expect_no_mask(const fs::path& file) {
  EXPECT_FALSE(describe(file).has_mask);
  expect_error(ErrorKind::input, {file.string(), "no mask of valid pixels", file.filename().string() + ".msk"},
               [&] { (void)read_image(file, {.mask = true}); });
}

const Shape full({45, 70}), half({23, 35});

TEST_F(TiffMask, page_of_any_layout) {
  const Image image = noise(DType::uint8, full), small = noise(DType::uint8, half);
  const Image mask = noise(DType::boolean, full, 2), small_mask = noise(DType::boolean, half, 3);
  const fs::path file = folder_ / "a.tif";
  for (const bool has_bits : {true, false})
    for (const std::uint32_t tile : {0U, 16U, 32U})
      for (const int compression : {COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW}) {
        SCOPED_TRACE(testing::Message() << has_bits << " " << tile << " " << compression);
        const Image bytes = bytes_from(mask, 255);
        const Image& stored = has_bits ? mask : bytes;
        write_pages(file, {{.image = &image, .tile = 16},
                           {.image = &stored, .kind = FILETYPE_MASK, .tile = tile, .compression = compression},
                           {.image = &small, .kind = FILETYPE_REDUCEDIMAGE},
                           {.image = &small_mask, .kind = FILETYPE_REDUCEDIMAGE | FILETYPE_MASK}});
        expect_mask(file, mask);
        const FileInfo info = describe(file);
        EXPECT_EQ(info.type, image.type());
        EXPECT_EQ(info.levels, (std::vector<Shape>{full, half}));
        EXPECT_TRUE(same(read_image(file), image));
        EXPECT_TRUE(same(read_image(file, {.level = 1}), small));
        EXPECT_TRUE(describe(file, {.level = 1}).has_mask);
        EXPECT_EQ(describe(file, {.mask = true}).chunk, tile > 0 ? Shape({tile, tile}) : Shape({7, 70}));
      }
}

TEST_F(TiffMask, page_without_some_tiles) {
  const Image image = noise(DType::uint8, full);
  Image mask = noise(DType::boolean, full, 2);
  std::memset(mask.data(), 0, static_cast<std::size_t>(30 * 70));
  for (const std::uint32_t tile : {0U, 16U}) {
    write_pages(folder_ / "a.tif",
                {{.image = &image}, {.image = &mask, .kind = FILETYPE_MASK, .tile = tile, .skips_zeros = true}});
    expect_mask(folder_ / "a.tif", mask);
  }
  const Image bytes = bytes_from(mask, 255);
  write_pages(folder_ / "b.tif", {{.image = &image}});
  write_pages(folder_ / "b.tif.msk",
              {{.image = &bytes, .tile = 16, .compression = COMPRESSION_ADOBE_DEFLATE, .skips_zeros = true}});
  expect_mask(folder_ / "b.tif", mask);
}

TEST_F(TiffMask, file_beside) {
  const Image image = noise(DType::uint8, full), small = noise(DType::uint8, half);
  const Image mask = noise(DType::boolean, full, 2);
  const Image valid = bytes_from(mask, 255), ones = bytes_from(mask, 1);
  const fs::path file = folder_ / "a.tif";
  write_pages(file, {{.image = &image}});
  expect_no_mask(file);
  for (const Page& page : {Page{.image = &valid}, Page{.image = &ones, .tile = 32, .compression = COMPRESSION_LZW},
                           Page{.image = &mask, .tile = 16}, Page{.image = &valid, .samples = 3}}) {
    write_pages(file.string() + ".msk", {page, {.image = &small, .kind = FILETYPE_REDUCEDIMAGE}});
    expect_mask(file, mask);
  }
  EXPECT_TRUE(same(read_image(file), image));
  const fs::path other = folder_ / "a.png";
  write_image(other, image);
  expect_no_mask(other);
  fs::copy_file(file.string() + ".msk", other.string() + ".msk");
  expect_mask(other, mask);
}

TEST_F(TiffMask, page_counts_before_the_file_beside) {
  const Image image = noise(DType::uint8, full), mask = noise(DType::boolean, full, 2);
  const Image wrong = noise(DType::uint8, half);
  write_pages(folder_ / "a.tif", {{.image = &image}, {.image = &mask, .kind = FILETYPE_MASK}});
  write_pages(folder_ / "a.tif.msk", {{.image = &wrong}});
  expect_mask(folder_ / "a.tif", mask);
}

TEST_F(TiffMask, of_bands_and_colours) {
  const Image mask = noise(DType::boolean, full, 2);
  for (const DType dtype : {DType::uint8, DType::float32})
    for (const int samples : {3, 7}) {
      const Image image = noise(dtype, full);
      write_pages(folder_ / "a.tif",
                  {{.image = &image, .samples = samples}, {.image = &mask, .kind = FILETYPE_MASK, .tile = 16}});
      expect_mask(folder_ / "a.tif", mask);
      EXPECT_TRUE(same(read_image(folder_ / "a.tif", {.select = "band=2"}), image));
      write_pages(folder_ / "b.tif", {{.image = &image, .samples = samples}});
      const Image bytes = bytes_from(mask, 255);
      write_pages(folder_ / "b.tif.msk", {{.image = &bytes}});
      expect_mask(folder_ / "b.tif", mask);
    }
}

TEST_F(TiffMask, has_the_grid_of_the_image) {
  const auto values_of = [](const std::vector<double>& numbers) {
    std::vector<std::byte> bytes(numbers.size() * sizeof(double));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
  };
  Metadata metadata{.nodata = 3};
  metadata.georeference = {{geo::pixel_scale, TIFF_DOUBLE, values_of({10, 10, 0})},
                           {geo::tie_points, TIFF_DOUBLE, values_of({0, 0, 0, 5e5, 4e6, 0})}};
  metadata.quantity = {.scale = 0.5, .offset = 1, .unit = "m", .description = "height"};
  const Image image = noise(DType::uint8, full), mask = noise(DType::boolean, full, 2);
  const Image bytes = bytes_from(mask, 255);
  write_image(folder_ / "a.tif", image, {.metadata = metadata});
  write_pages(folder_ / "a.tif.msk", {{.image = &bytes}});
  const Metadata whole = describe(folder_ / "a.tif").metadata;
  const Metadata found = describe(folder_ / "a.tif", {.mask = true}).metadata;
  EXPECT_EQ(whole.nodata, 3);
  EXPECT_EQ(found.nodata, std::nullopt);
  EXPECT_EQ(found.quantity, Quantity());
  EXPECT_EQ(found.axes, whole.axes);
  EXPECT_EQ(found.georeference, whole.georeference);
  EXPECT_FALSE(found.georeference.empty());
  EXPECT_EQ(describe(folder_ / "a.tif", {.ignore_metadata = true, .mask = true}).metadata, Metadata());
}

TEST_F(TiffMask, that_does_not_fit) {
  const Image image = noise(DType::uint8, full), small = noise(DType::boolean, half), deep = noise(DType::uint16, full);
  const Image mask = noise(DType::boolean, full, 2), bytes = bytes_from(noise(DType::boolean, half), 255);
  const fs::path file = folder_ / "a.tif";
  write_pages(file, {{.image = &image}, {.image = &small, .kind = FILETYPE_MASK}});
  expect_no_mask(file);
  write_pages(file.string() + ".msk", {{.image = &bytes}});
  expect_error(ErrorKind::input, {"a.tif.msk", "23x35", "45x70", "same size"},
               [&] { (void)read_image(file, {.mask = true}); });
  write_pages(file.string() + ".msk", {{.image = &deep}});
  expect_error(ErrorKind::input, {"a.tif.msk", "uint16"}, [&] { (void)read_image(file, {.mask = true}); });
  store(file.string() + ".msk", "II*\0 or not");
  EXPECT_TRUE(same(read_image(file), image));
  expect_error(ErrorKind::io, {"a.tif.msk"}, [&] { (void)read_image(file, {.mask = true}); });
  // The planes of a volume have none.
  write_pages(folder_ / "b.tif", {{.image = &image},
                                  {.image = &mask, .kind = FILETYPE_MASK},
                                  {.image = &image},
                                  {.image = &mask, .kind = FILETYPE_MASK}});
  EXPECT_EQ(describe(folder_ / "b.tif").type.shape, Shape({2, 45, 70}));
  expect_no_mask(folder_ / "b.tif");
}

TEST_F(TiffMask, of_a_level_a_band_and_a_channel) {
  const Image image = noise(DType::uint8, full), small = noise(DType::uint8, half),
              tiny = noise(DType::uint8, {12, 18});
  const Image mask = noise(DType::boolean, full, 2), small_mask = noise(DType::boolean, half, 3);
  const fs::path file = folder_ / "a.tif";
  write_pages(file, {{.image = &image, .samples = 3},
                     {.image = &mask, .kind = FILETYPE_MASK},
                     {.image = &small, .kind = FILETYPE_REDUCEDIMAGE, .samples = 3},
                     {.image = &tiny, .kind = FILETYPE_REDUCEDIMAGE, .samples = 3},
                     {.image = &small_mask, .kind = FILETYPE_REDUCEDIMAGE | FILETYPE_MASK}});
  for (const ReadOptions& options :
       {ReadOptions{.mask = true}, {.select = "band=3", .mask = true}, {.channel = "red", .mask = true}}) {
    ReadOptions reduced = options;
    reduced.level = 1;
    EXPECT_TRUE(same(read_image(file, options), mask));
    EXPECT_TRUE(same(read_image(file, reduced), small_mask));
    reduced.level = 2;
    expect_error(ErrorKind::input, {file.string(), "mask", "no level 2", "level 0"},
                 [&] { (void)read_image(file, reduced); });
    reduced.level = 3;
    expect_error(ErrorKind::call, {file.string(), "level 3"}, [&] { (void)read_image(file, reduced); });
  }
  expect_error(ErrorKind::call, {"band 4"}, [&] { (void)read_image(file, {.select = "band=4", .mask = true}); });
  const Image bytes = bytes_from(mask, 255);
  write_pages(folder_ / "b.tif", {{.image = &image}, {.image = &small, .kind = FILETYPE_REDUCEDIMAGE}});
  write_pages(folder_ / "b.tif.msk", {{.image = &bytes}});
  expect_error(ErrorKind::input, {"b.tif", "no level 1"},
               [&] { (void)read_image(folder_ / "b.tif", {.level = 1, .mask = true}); });
}

TEST_F(TiffMask, changes_the_identity_of_the_input) {
  const Image image = noise(DType::uint8, full), bytes = bytes_from(noise(DType::boolean, full, 2), 255);
  const fs::path file = folder_ / "a.tif";
  write_pages(file, {{.image = &image}});
  write_pages(file.string() + ".msk", {{.image = &bytes}});
  const auto identity = [&](const ReadOptions& options) { return identity_of(*open_source(file, options)).content; };
  const std::uint64_t pixels = identity({}), mask = identity({.mask = true});
  EXPECT_NE(pixels, mask);
  write_pages(file.string() + ".msk", {{.image = &bytes, .compression = COMPRESSION_LZW}});
  EXPECT_EQ(identity({}), pixels);
  EXPECT_NE(identity({.mask = true}), mask);
  store(file.string() + ".aux.xml", "<PAMRasterBand band=\"1\"><NoDataValue>3</NoDataValue></PAMRasterBand>");
  const std::uint64_t with_nodata = identity({});
  EXPECT_NE(with_nodata, pixels);
  EXPECT_EQ(identity({.ignore_metadata = true}), pixels);
  store(file.string() + ".aux.xml", "<PAMRasterBand band=\"1\"><NoDataValue>33</NoDataValue></PAMRasterBand>");
  EXPECT_NE(identity({}), with_nodata);
}

// As GDAL writes it.
std::string pam(const std::string& of_band_1, const std::string& of_band_2 = "") {
  return "<PAMDataset>\n  <PAMRasterBand band=\"1\">\n    <Description>a &lt; b</Description>\n    " + of_band_1 +
         "\n    <Metadata>\n      <MDI key=\"STATISTICS_MEAN\">7</MDI>\n    </Metadata>\n  </PAMRasterBand>\n"
         "  <PAMRasterBand band=\"2\">\n    " +
         of_band_2 + "\n  </PAMRasterBand>\n</PAMDataset>\n";
}

std::string value(const std::string& words) { return "<NoDataValue>" + words + "</NoDataValue>"; }

TEST_F(TiffMask, nodata_of_the_file_beside) {
  const Image image = noise(DType::float32, full);
  const fs::path file = folder_ / "a.tif", xml = folder_ / "a.tif.aux.xml";
  write_pages(file, {{.image = &image, .samples = 2}});
  const auto nodata = [&](const char* select) { return describe(file, {.select = select}).metadata.nodata; };
  EXPECT_EQ(nodata("band=1"), std::nullopt);
  store(xml, pam(value("-9.99900000000000E+03"), value(" 5 ")));
  EXPECT_EQ(nodata("band=1"), -9999);
  EXPECT_EQ(nodata("band=2"), 5);
  EXPECT_EQ(describe(file, {.select = "band=1", .ignore_metadata = true}).metadata.nodata, std::nullopt);
  store(xml, pam(value("nan")));
  EXPECT_TRUE(std::isnan(nodata("band=1").value_or(0)));
  EXPECT_EQ(nodata("band=2"), std::nullopt);
  store(xml, pam("<NoDataValue le_hex_equiv=\"000000E0FFFFEFC7\">-3.40282346638529E+38</NoDataValue>"));
  EXPECT_EQ(nodata("band=1"), static_cast<double>(std::numeric_limits<float>::lowest()));
  store(xml, pam("", value("7")));
  EXPECT_EQ(nodata("band=1"), std::nullopt);
  write_image(folder_ / "b.tif", image, {.metadata = {.nodata = 3}});
  store(folder_ / "b.tif.aux.xml", pam(value("4")));
  EXPECT_EQ(describe(folder_ / "b.tif").metadata.nodata, 4);
}

TEST_F(TiffMask, of_another_image_is_not_that_of_an_output) {
  const Image image = noise(DType::uint8, full);
  const fs::path file = folder_ / "a.tif";
  const auto write = [&] { write_image(file, image, {.overwrite = true}); };
  store(file.string() + ".msk", "old");
  expect_error(ErrorKind::io, {"a.tif.msk", "would be the mask of the output a.tif", "remove it"}, write);
  fs::remove(file.string() + ".msk");
  store(file.string() + ".aux.xml", pam(value("3")));
  expect_error(ErrorKind::io, {"a.tif.aux.xml", "a nodata value", "remove it"}, write);
  store(file.string() + ".aux.xml", pam(""));
  write();
}

TEST_F(TiffMask, nodata_that_is_not_a_number) {
  const Image image = noise(DType::float32, full);
  const fs::path file = folder_ / "a.tif", xml = folder_ / "a.tif.aux.xml";
  write_pages(file, {{.image = &image}});
  for (const std::string words : {"", "x", "1 2", "1e999", "0x10", "<!-- 1 -->1", "\x01\xFF"}) {
    store(xml, pam(value(words)));
    expect_error(ErrorKind::input, {xml.string(), "NoDataValue", "not a number", "ignore_metadata"},
                 [&] { (void)read_image(file); });
    EXPECT_TRUE(same(read_image(file, {.ignore_metadata = true}), image));
  }
  for (const std::string words : {"", "0", "000000E0FFFFEFC", "000000E0FFFFEFCx", "-00000E0FFFFEFC7"}) {
    store(xml, pam("<NoDataValue le_hex_equiv=\"" + words + "\">1</NoDataValue>"));
    expect_error(ErrorKind::input, {xml.string(), "not a number"}, [&] { (void)read_image(file); });
  }
}

// No value, and no crash.
TEST_F(TiffMask, nodata_of_a_broken_file) {
  const Image image = noise(DType::float32, full);
  const fs::path file = folder_ / "a.tif", xml = folder_ / "a.tif.aux.xml";
  write_pages(file, {{.image = &image}});
  std::string whole = pam(value("3"));
  for (std::size_t length = 0; length < whole.find("3</NoData"); length += 3) {
    store(xml, whole.substr(0, length));
    try {
      EXPECT_EQ(describe(file).metadata.nodata, std::nullopt);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
    }
  }
  for (const std::string& words :
       {std::string(100000, '<'), std::string("<a b=\"") + std::string(100000, '&'), std::string(100000, '\0'),
        std::string("<PAMRasterBand band=\"99999999999\"><NoDataValue>1</NoDataValue>"),
        std::string("<PAMRasterBand><NoDataValue>1</NoDataValue>"), std::string("<NoDataValue>1</NoDataValue>")}) {
    store(xml, words);
    EXPECT_EQ(describe(file).metadata.nodata, std::nullopt);
  }
  fs::resize_file(xml, (16 << 20) + 1);
  expect_error(ErrorKind::input, {xml.string(), "bytes", "ignore_metadata"}, [&] { (void)read_image(file); });
  fs::remove(xml);
  fs::create_directory(xml);
  EXPECT_EQ(describe(file).metadata.nodata, std::nullopt);
}

}  // namespace
}  // namespace preamar::test
