// Colour in TIFF: samples in one chunk or in several, palettes, JPEG and WebP.
#include "colour_support.h"

#include <tiffio.h>

#include <cstring>

namespace preamar::test {
using namespace io;
namespace {

using ColourTiff = FileTest;

struct Page {
  std::uint32_t width = 70;
  std::uint32_t height = 45;
  int bits = 8;
  int samples = 3;
  int photometric = PHOTOMETRIC_RGB;
  int compression = COMPRESSION_NONE;
  int planar = PLANARCONFIG_CONTIG;
  int tile = 0;   // 0: strips of 16 rows
  int extra = 0;  // EXTRASAMPLE_UNASSALPHA, of the last sample; 0: none
  std::uint32_t subfile = 0;
  std::vector<std::uint16_t> palette = {};  // 3 << bits values
};

// As libtiff has it before compression: `pixels` are interleaved samples of whole bytes, or packed rows of a palette.
void add_page(TIFF* tiff, const Page& page, const std::uint8_t* pixels) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, page.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, page.samples);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, page.photometric);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, page.compression);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, page.planar);
  if (page.compression == COMPRESSION_JPEG) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, 90);
  }
  if (page.compression == COMPRESSION_WEBP) TIFFSetField(tiff, TIFFTAG_WEBP_LOSSLESS, 1);
  if (page.subfile != 0) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, page.subfile);
  if (page.extra != 0) {
    const auto extra = static_cast<std::uint16_t>(page.extra);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
  }
  const std::size_t colours = std::size_t{1} << page.bits;
  if (!page.palette.empty())
    TIFFSetField(tiff, TIFFTAG_COLORMAP, page.palette.data(), page.palette.data() + colours,
                 page.palette.data() + 2 * colours);
  if (page.tile > 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, page.tile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, page.tile);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
  }
  const auto chunk_height = static_cast<std::uint32_t>(page.tile > 0 ? page.tile : 16);
  const std::uint32_t chunk_width = page.tile > 0 ? chunk_height : page.width;
  const bool separate = page.planar == PLANARCONFIG_SEPARATE;
  const auto size = static_cast<std::uint32_t>(page.bits > 8 ? 2 : 1);
  const auto samples = static_cast<std::uint32_t>(page.samples);
  for (std::uint32_t plane = 0; plane < (separate ? samples : 1); ++plane)
    for (std::uint32_t y = 0; y < page.height; y += chunk_height)
      for (std::uint32_t x = 0; x < page.width; x += chunk_width) {
        std::vector<std::uint8_t> chunk;
        const std::uint32_t rows = page.tile > 0 ? chunk_height : std::min(chunk_height, page.height - y);
        for (std::uint32_t i = y; i < y + rows; ++i) {
          if (page.bits < 8) {
            const std::size_t bytes = (page.width * static_cast<std::size_t>(page.bits) + 7) / 8;
            chunk.insert(chunk.end(), pixels + i * bytes, pixels + (i + 1) * bytes);
            continue;
          }
          for (std::uint32_t j = x; j < x + chunk_width; ++j)
            for (std::uint32_t k = 0; k < (separate ? 1 : samples) * size; ++k)
              chunk.push_back(
                  i < page.height && j < page.width ? pixels[((i * page.width + j) * samples + plane) * size + k] : 0);
        }
        const auto bytes = static_cast<tmsize_t>(chunk.size());
        const auto sample = static_cast<std::uint16_t>(plane);
        if (page.tile > 0)
          ASSERT_EQ(TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, sample), chunk.data(), bytes), bytes);
        else
          ASSERT_EQ(TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, y, sample), chunk.data(), bytes), bytes);
      }
  ASSERT_EQ(TIFFWriteDirectory(tiff), 1);
}

void write_pages(const fs::path& file, const std::vector<Page>& pages, const std::vector<std::uint8_t>& pixels) {
  TIFFSetWarningHandler(nullptr);
  TIFF* const tiff = TIFFOpen(file.c_str(), "w");
  ASSERT_NE(tiff, nullptr);
  for (const Page& page : pages) add_page(tiff, page, pixels.data());
  TIFFClose(tiff);
}

// A gradient, which JPEG keeps well.
std::vector<std::uint8_t> smooth(const Page& page) {
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t y = 0; y < page.height; ++y)
    for (std::uint32_t x = 0; x < page.width; ++x)
      for (std::uint32_t sample = 0; sample < static_cast<std::uint32_t>(page.samples); ++sample)
        bytes.push_back(static_cast<std::uint8_t>(40 + y + x + 30 * sample));
  return bytes;
}

// Sample `index` of the interleaved samples of a page.
Image sample_of(const std::vector<std::uint8_t>& pixels, const Page& page, int index) {
  return test::sample_of(pixels, Shape({page.height, page.width}), page.bits, page.samples, index);
}

const char* const colour_names[] = {"red", "green", "blue", "alpha"};

TEST_F(ColourTiff, of_any_layout) {
  Random random(run_seed());
  const fs::path file = folder_ / "a.tif";
  for (const int bits : {8, 16})
    for (const int planar : {PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE})
      for (const int tile : {0, 16, 32})
        for (const int samples : {2, 3, 4})
          for (const int compression : {COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW}) {
            const Page page{.bits = bits,
                            .samples = samples,
                            .photometric = samples == 2 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB,
                            .compression = compression,
                            .planar = planar,
                            .tile = tile,
                            .extra = samples == 3 ? 0 : EXTRASAMPLE_UNASSALPHA};
            const auto pixels = random_bytes(std::size_t{8} * page.width * page.height, random);
            write_pages(file, {page}, pixels);
            SCOPED_TRACE(testing::Message() << bits << " " << planar << " " << tile << " " << samples);
            for (int i = 0; i < samples; ++i)
              EXPECT_TRUE(
                  same(read_image(file, {.select = "band=" + std::to_string(i + 1)}), sample_of(pixels, page, i)));
            expect_region(file, {.select = "band=2"}, random);
            if (samples == 2) {
              EXPECT_TRUE(same(read_image(file, {.channel = "luminance"}), sample_of(pixels, page, 0)));
              EXPECT_TRUE(same(read_image(file, {.channel = "alpha"}), sample_of(pixels, page, 1)));
              continue;
            }
            for (int i = 0; i < samples; ++i)
              EXPECT_TRUE(same(read_image(file, {.channel = colour_names[i]}), sample_of(pixels, page, i)));
            expect_region(file, {.channel = "eosin"}, random);
          }
}

// Bands of one bit, together in a row.
TEST_F(ColourTiff, bits_of_several_bands) {
  const Page page{.width = 24, .photometric = PHOTOMETRIC_MINISBLACK};
  std::vector<std::uint8_t> rows(std::size_t{9} * page.height);
  Random random(run_seed());
  for (std::uint8_t& byte : rows) byte = static_cast<std::uint8_t>(random.next());
  TIFFSetWarningHandler(nullptr);
  TIFF* const tiff = TIFFOpen((folder_ / "a.tif").c_str(), "w");
  ASSERT_NE(tiff, nullptr);
  for (const auto& [tag, value] : {std::pair<std::uint32_t, std::uint32_t>{TIFFTAG_IMAGEWIDTH, page.width},
                                   {TIFFTAG_IMAGELENGTH, page.height},
                                   {TIFFTAG_ROWSPERSTRIP, 7}})
    TIFFSetField(tiff, tag, value);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 1);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, page.photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  for (std::uint32_t y = 0; y < page.height; ++y) ASSERT_EQ(TIFFWriteScanline(tiff, rows.data() + 9 * y, y, 0), 1);
  TIFFClose(tiff);
  for (std::int64_t band = 0; band < 3; ++band) {
    const Image found = read_image(folder_ / "a.tif", {.select = "band=" + std::to_string(band + 1)});
    ASSERT_EQ(found.type(), (ImageType{DType::boolean, {page.height, page.width}}));
    for (std::int64_t i = 0; i < found.shape().count(); ++i) {
      const std::int64_t bit = i * 3 + band;
      EXPECT_EQ(static_cast<const std::uint8_t*>(found.data())[i],
                rows[static_cast<std::size_t>(bit / 8)] >> (7 - bit % 8) & 1);
    }
    expect_region(folder_ / "a.tif", {.select = "band=2"}, random);
  }
}

TEST_F(ColourTiff, a_sample_of_unknown_meaning_is_no_channel) {
  Random random(run_seed());
  const Page page{.samples = 4};
  const auto pixels = random_bytes(std::size_t{4} * page.width * page.height, random);
  write_pages(folder_ / "a.tif", {page}, pixels);
  EXPECT_TRUE(same(read_image(folder_ / "a.tif", {.channel = "blue"}), sample_of(pixels, page, 2)));
  expect_error(ErrorKind::input, {"no alpha"}, [&] { (void)read_image(folder_ / "a.tif", {.channel = "alpha"}); });
}

TEST_F(ColourTiff, palettes_become_rgb) {
  Random random(run_seed());
  const fs::path file = folder_ / "a.tif";
  for (const int bits : {1, 2, 4, 8})
    for (const bool has_16_bits : {false, true}) {
      const std::size_t colours = std::size_t{1} << bits;
      Page page{.bits = bits, .samples = 1, .photometric = PHOTOMETRIC_PALETTE};
      for (std::size_t i = 0; i < 3 * colours; ++i)
        page.palette.push_back(static_cast<std::uint16_t>(random.below(256) * (has_16_bits ? 257 : 1)));
      if (has_16_bits) page.palette[0] = 65535;
      const auto pixels = random_bytes(std::size_t{page.width} * page.height, random);
      write_pages(file, {page}, pixels);
      EXPECT_EQ(describe(file).samples, 3);
      const std::size_t row_bytes = (page.width * static_cast<std::size_t>(bits) + 7) / 8;
      for (std::size_t sample = 0; sample < 3; ++sample) {
        const Image found = read_image(file, {.channel = colour_names[sample]});
        for (std::size_t y = 0; y < page.height; ++y)
          for (std::size_t x = 0; x < page.width; ++x) {
            const std::size_t bit = x * static_cast<std::size_t>(bits);
            const std::size_t index =
                pixels[y * row_bytes + bit / 8] >> (8 - static_cast<std::size_t>(bits) - bit % 8) & (colours - 1);
            const int expected = page.palette[sample * colours + index] / (has_16_bits ? 257 : 1);
            ASSERT_EQ(static_cast<const std::uint8_t*>(found.data())[y * page.width + x], expected) << bits;
          }
      }
      expect_region(file, {.channel = "luminance"}, random);
    }
}

// By libtiff's own conversion to RGB.
Image rgba_of(const fs::path& file, int index) {
  TIFF* const tiff = TIFFOpen(file.c_str(), "r");
  std::uint32_t width = 0, height = 0;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  std::vector<std::uint32_t> raster(std::size_t{width} * height);
  EXPECT_EQ(TIFFReadRGBAImageOriented(tiff, width, height, raster.data(), ORIENTATION_TOPLEFT, 1), 1);
  TIFFClose(tiff);
  Image image(DType::uint8, Shape({height, width}));
  for (std::size_t i = 0; i < raster.size(); ++i)
    static_cast<std::uint8_t*>(image.data())[i] = static_cast<std::uint8_t>(raster[i] >> 8 * index);
  return image;
}

TEST_F(ColourTiff, of_jpeg_and_webp) {
  Random random(run_seed());
  const fs::path file = folder_ / "a.tif";
  for (const int tile : {0, 32}) {
    for (const int photometric : {PHOTOMETRIC_YCBCR, PHOTOMETRIC_RGB}) {
      const Page page{.photometric = photometric, .compression = COMPRESSION_JPEG, .tile = tile};
      write_pages(file, {page}, smooth(page));
      for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(same(read_image(file, {.channel = colour_names[i]}), rgba_of(file, i))) << photometric;
      const FileInfo info = describe(file, {.channel = "red"});
      EXPECT_EQ(info.compression, "JPEG");
      EXPECT_TRUE(info.decoder.starts_with("libjpeg")) << info.decoder;
      EXPECT_NE(info.decoder.find(" through libtiff 4."), std::string::npos) << info.decoder;
      expect_region(file, {.channel = "haematoxylin"}, random);
    }
    const Page grey{.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK, .compression = COMPRESSION_JPEG, .tile = tile};
    write_pages(file, {grey}, smooth(grey));
    EXPECT_TRUE(same(read_image(file), rgba_of(file, 0)));
    if (!TIFFIsCODECConfigured(COMPRESSION_WEBP)) continue;
    const Page webp{.compression = COMPRESSION_WEBP, .tile = tile};
    write_pages(file, {webp}, smooth(webp));
    EXPECT_EQ(describe(file).compression, "WebP");
    for (int i = 0; i < 3; ++i)
      EXPECT_TRUE(same(read_image(file, {.channel = colour_names[i]}), sample_of(smooth(webp), webp, i)));
  }
}

TEST_F(ColourTiff, levels_and_volumes) {
  Random random(run_seed());
  const fs::path file = folder_ / "a.tif";
  const Page full{.photometric = PHOTOMETRIC_YCBCR, .compression = COMPRESSION_JPEG, .tile = 16};
  Page half = full;
  half.width /= 2;
  half.height /= 2;
  half.subfile = FILETYPE_REDUCEDIMAGE;
  write_pages(file, {full, half}, smooth(full));
  EXPECT_EQ(describe(file).levels, (std::vector<Shape>{{45, 70}, {22, 35}}));
  EXPECT_EQ(read_image(file, {.level = 1, .channel = "green"}).shape(), Shape({22, 35}));
  expect_region(file, {.level = 1, .channel = "green"}, random);

  const Page plane{.tile = 16};
  const auto pixels = random_bytes(std::size_t{3} * plane.width * plane.height, random);
  write_pages(file, {plane, plane}, pixels);
  const Image volume = read_image(file, {.channel = "blue"});
  ASSERT_EQ(volume.shape(), Shape({2, 45, 70}));
  const Image expected = sample_of(pixels, plane, 2);
  constexpr std::size_t bytes = 3150;  // 45 x 70
  EXPECT_EQ(std::memcmp(static_cast<const std::byte*>(volume.data()) + bytes, expected.data(), bytes), 0);
  expect_region(file, {.channel = "blue"}, random);
  write_pages(file, {plane, {.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK}}, pixels);
  expect_error(ErrorKind::input, {"page 2 has 1 samples", "which has 3"},
               [&] { (void)read_image(file, {.channel = "red"}); });
}

TEST_F(ColourTiff, that_would_be_read_wrong_is_refused) {
  const fs::path file = folder_ / "a.tif";
  const std::vector<std::uint8_t> pixels(50400, 7);
  const auto refused = [&](const Page& page, ErrorKind kind, const std::vector<std::string>& words) {
    write_pages(file, {page}, pixels);
    expect_error(kind, words, [&] { (void)read_image(file, {.channel = "red"}); });
  };
  refused({.samples = 4, .extra = EXTRASAMPLE_ASSOCALPHA}, ErrorKind::input, {"multiplied by alpha", "ExtraSamples 1"});
  refused({.samples = 5}, ErrorKind::input, {"5 samples per pixel (RGB and others)"});
  refused({.samples = 4, .photometric = PHOTOMETRIC_SEPARATED}, ErrorKind::input, {"CMYK"});
  refused({.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK}, ErrorKind::call, {"channel was given", "one sample"});
  refused({.samples = 3, .photometric = PHOTOMETRIC_MINISBLACK}, ErrorKind::input,
          {"3 samples per pixel (bands); choose a band, counted from 1, with `select=band=N`"});
  write_pages(file, {{}}, pixels);
  expect_error(ErrorKind::input, {"has 3 samples per pixel (RGB); choose one with `channel=luminance`"},
               [&] { (void)read_image(file); });
}

// The bytes of a JPEG tile are missing at its end: libjpeg would make up the others.
TEST_F(ColourTiff, damage_is_found_or_harmless) {
  Random random(run_seed());
  const fs::path file = folder_ / "a.tif";
  const Page page{.photometric = PHOTOMETRIC_YCBCR, .compression = COMPRESSION_JPEG, .tile = 64};
  auto pixels = random_bytes(std::size_t{3} * page.width * page.height, random);
  write_pages(file, {page}, pixels);
  const std::string whole = load(file);
  std::string cut = whole;
  const std::size_t end_of_image = cut.rfind("\xff\xd9");
  ASSERT_NE(end_of_image, std::string::npos);
  std::fill(cut.begin() + static_cast<std::ptrdiff_t>(end_of_image) - 400,
            cut.begin() + static_cast<std::ptrdiff_t>(end_of_image) + 2, '\0');
  store(file, cut);
  expect_error(ErrorKind::io, {"a.tif", "tile at row 0", "truncated or damaged"},
               [&] { (void)read_image(file, {.channel = "red"}); });
  const Page others[] = {
      page,
      {.compression = COMPRESSION_WEBP, .tile = 32},
      {.compression = COMPRESSION_LZW, .planar = PLANARCONFIG_SEPARATE, .tile = 16},
      {.bits = 4, .samples = 1, .photometric = PHOTOMETRIC_PALETTE, .palette = std::vector<std::uint16_t>(48, 999)}};
  for (const Page& other : others) {
    if (!TIFFIsCODECConfigured(static_cast<std::uint16_t>(other.compression))) continue;
    write_pages(file, {other}, pixels);
    const std::string undamaged = load(file);
    for (int round = 0; round < 100; ++round) {
      std::string damaged = undamaged;
      // Tags are at the end, where every other round strikes.
      const std::int64_t first = random.one_in(2) ? std::max<std::int64_t>(0, std::ssize(damaged) - 300) : 0;
      for (int i = 0; i < 3; ++i)
        damaged[static_cast<std::size_t>(first + random.below(std::ssize(damaged) - first))] =
            static_cast<char>(random.next());
      store(file, damaged);
      try {
        const auto source = open_source(file, {.channel = "red"});
        Image corner(source->info().type.dtype, source->info().type.shape.rank() == 3 ? Shape{1, 1, 1} : Shape{1, 1});
        const std::int64_t origin[max_rank] = {};
        source->read(origin, corner);
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("a.tif"), std::string::npos) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace preamar::test
