// Colour in TIFF and PNG: samples in one chunk or in several, palettes, JPEG and WebP.
#include "io/open.h"
#include "support.h"
#include "tools/cases.h"

#include <png.h>
#include <tiffio.h>

#include <cstring>

namespace preamar::test {
using namespace io;
namespace {

using ColourFiles = FileTest;

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

std::vector<std::uint8_t> random_bytes(std::size_t count, Random& random) {
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
  return bytes;
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

// Sample `index` of interleaved pixels.
Image sample_of(const std::vector<std::uint8_t>& pixels, const Page& page, int index) {
  const int size = page.bits > 8 ? 2 : 1;
  Image image(size == 2 ? DType::uint16 : DType::uint8, Shape({page.height, page.width}));
  for (std::int64_t i = 0; i < image.shape().count(); ++i)
    std::memcpy(static_cast<std::uint8_t*>(image.data()) + i * size, pixels.data() + (i * page.samples + index) * size,
                static_cast<std::size_t>(size));
  return image;
}

const char* const colour_names[] = {"red", "green", "blue", "alpha"};

void expect_region(const fs::path& file, const ReadOptions& options, Random& random) {
  const auto source = open_source(file, options);
  const Image whole = read_image(file, options);
  const ConstImageView all = whole;
  std::int64_t origin[max_rank] = {}, extents[max_rank] = {}, offset = 0;
  for (int axis = 0; axis < all.rank(); ++axis) {
    origin[axis] = random.below(all.shape()[axis]);
    extents[axis] = 1 + random.below(all.shape()[axis] - origin[axis]);
    offset += origin[axis] * all.stride(axis);
  }
  Image part(all.dtype(), Shape(extents, all.rank()));
  source->read(origin, part);
  EXPECT_TRUE(same(part, ConstImageView(static_cast<const std::byte*>(all.data()) + offset, all.dtype(), part.shape(),
                                        all.strides())));
}

TEST_F(ColourFiles, tiff_of_any_layout) {
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

TEST_F(ColourFiles, a_sample_of_unknown_meaning_is_no_channel) {
  Random random(run_seed());
  const Page page{.samples = 4};
  const auto pixels = random_bytes(std::size_t{4} * page.width * page.height, random);
  write_pages(folder_ / "a.tif", {page}, pixels);
  EXPECT_TRUE(same(read_image(folder_ / "a.tif", {.channel = "blue"}), sample_of(pixels, page, 2)));
  expect_error(ErrorKind::input, {"no alpha"}, [&] { (void)read_image(folder_ / "a.tif", {.channel = "alpha"}); });
}

TEST_F(ColourFiles, tiff_palettes_become_rgb) {
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

TEST_F(ColourFiles, tiff_of_jpeg_and_webp) {
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

TEST_F(ColourFiles, levels_and_volumes) {
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

TEST_F(ColourFiles, tiff_that_would_be_read_wrong_is_refused) {
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
  refused({.samples = 3, .photometric = PHOTOMETRIC_MINISBLACK}, ErrorKind::input, {"3 samples per pixel (channels)"});
  write_pages(file, {{}}, pixels);
  expect_error(ErrorKind::input, {"has 3 samples per pixel (RGB); choose one with `channel=luminance`"},
               [&] { (void)read_image(file); });
}

// The bytes of a JPEG tile are missing at its end: libjpeg would make up the others.
TEST_F(ColourFiles, damage_is_found_or_harmless) {
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
  expect_error(ErrorKind::io, {"a.tif", "tile at row 0", "truncated or broken"},
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

struct Png {
  int bits = 8;
  int colour = PNG_COLOR_TYPE_RGB;
  int interlace = PNG_INTERLACE_NONE;
  int palette = 0;       // colours in it
  int transparent = 0;   // of these, how many are half transparent
  bool has_key = false;  // one transparent colour: black
};

// `rows` as PNG stores them, 16 bits in its byte order.
void write_png(const fs::path& file, const Png& png_file, int width, int height, std::vector<std::uint8_t> rows) {
  std::FILE* const out = std::fopen(file.c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, out);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), png_file.bits,
               png_file.colour, png_file.interlace, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> colours;
  for (int i = 0; i < png_file.palette; ++i)
    colours.push_back({static_cast<png_byte>(i), static_cast<png_byte>(i * 7), static_cast<png_byte>(255 - i)});
  if (!colours.empty()) png_set_PLTE(png, info, colours.data(), png_file.palette);
  const std::vector<png_byte> alpha(256, 128);
  png_color_16 black{};
  if (png_file.transparent > 0) png_set_tRNS(png, info, alpha.data(), png_file.transparent, nullptr);
  if (png_file.has_key) png_set_tRNS(png, info, nullptr, 0, &black);
  png_write_info(png, info);
  std::vector<png_bytep> lines;
  for (int y = 0; y < height; ++y)
    lines.push_back(rows.data() + static_cast<std::size_t>(y) * png_get_rowbytes(png, info));
  png_write_image(png, lines.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  std::fclose(out);
}

TEST_F(ColourFiles, png_of_any_samples) {
  Random random(run_seed());
  const fs::path file = folder_ / "a.png";
  constexpr int width = 23, height = 19;
  for (const int bits : {8, 16})
    for (const int colour : {PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA, PNG_COLOR_TYPE_GRAY_ALPHA})
      for (const int interlace : {PNG_INTERLACE_NONE, PNG_INTERLACE_ADAM7}) {
        const int samples = colour == PNG_COLOR_TYPE_RGB ? 3 : colour == PNG_COLOR_TYPE_RGB_ALPHA ? 4 : 2;
        const Page page{.width = width, .height = height, .bits = bits, .samples = samples};
        auto pixels = random_bytes(std::size_t{2} * width * height * 4, random);
        write_png(file, {.bits = bits, .colour = colour, .interlace = interlace}, width, height, pixels);
        if (bits == 16)
          for (std::size_t i = 0; i + 1 < pixels.size(); i += 2) std::swap(pixels[i], pixels[i + 1]);
        EXPECT_EQ(describe(file).samples, samples);
        EXPECT_TRUE(
            same(read_image(file, {.channel = samples == 2 ? "luminance" : "red"}), sample_of(pixels, page, 0)));
        EXPECT_TRUE(
            same(read_image(file, {.channel = samples == 3 ? "blue" : "alpha"}), sample_of(pixels, page, samples - 1)));
        expect_region(file, {.channel = "luminance"}, random);
      }
}

TEST_F(ColourFiles, png_palettes_and_transparency) {
  const fs::path file = folder_ / "a.png";
  for (const int bits : {1, 2, 4, 8}) {
    const int colours = 1 << bits;
    std::vector<std::uint8_t> rows;  // each of 8 pixels of the same index
    for (int y = 0; y < colours; ++y)
      for (int i = 0; i < bits; ++i)
        rows.push_back(static_cast<std::uint8_t>(y * (bits == 1 ? 255 : bits == 2 ? 85 : bits == 4 ? 17 : 1)));
    for (const int transparent : {0, 2}) {
      write_png(file, {.bits = bits, .colour = PNG_COLOR_TYPE_PALETTE, .palette = colours, .transparent = transparent},
                8, colours, rows);
      EXPECT_EQ(describe(file).samples, transparent > 0 ? 4 : 3);
      const Image green = read_image(file, {.channel = "green"});
      for (int i = 0; i < 8 * colours; ++i)
        ASSERT_EQ(static_cast<const std::uint8_t*>(green.data())[i], static_cast<std::uint8_t>(i / 8 * 7));
      if (transparent == 0) continue;
      const Image alpha = read_image(file, {.channel = "alpha"});
      for (int i = 0; i < 8 * colours; ++i)
        ASSERT_EQ(static_cast<const std::uint8_t*>(alpha.data())[i], i < 16 ? 128 : 255);
    }
    if (bits == 1) continue;
    write_png(file, {.bits = bits, .colour = PNG_COLOR_TYPE_PALETTE, .palette = colours - 1}, 8, colours, rows);
    expect_error(ErrorKind::io, {"a.png", "palette (PLTE) has"}, [&] { (void)read_image(file, {.channel = "red"}); });
  }
  write_png(file, {.has_key = true}, 2, 1, {0, 0, 0, 9, 8, 7});
  const Image alpha = read_image(file, {.channel = "alpha"});
  EXPECT_EQ(static_cast<const std::uint8_t*>(alpha.data())[0], 0);
  EXPECT_EQ(static_cast<const std::uint8_t*>(alpha.data())[1], 255);
  EXPECT_EQ(static_cast<const std::uint8_t*>(read_image(file, {.channel = "blue"}).data())[1], 7);
}

}  // namespace
}  // namespace preamar::test
