// Colour in PNG: samples of 8 and 16 bits, palettes, transparency.
#include "colour_support.h"

#include <png.h>

namespace preamar::test {
using namespace io;
namespace {

using ColourPng = FileTest;

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

TEST_F(ColourPng, of_any_samples) {
  Random random(run_seed());
  const fs::path file = folder_ / "a.png";
  constexpr int width = 23, height = 19;
  for (const int bits : {8, 16})
    for (const int colour : {PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA, PNG_COLOR_TYPE_GRAY_ALPHA})
      for (const int interlace : {PNG_INTERLACE_NONE, PNG_INTERLACE_ADAM7}) {
        const int samples = colour == PNG_COLOR_TYPE_RGB ? 3 : colour == PNG_COLOR_TYPE_RGB_ALPHA ? 4 : 2;
        const Shape shape({height, width});
        auto pixels = random_bytes(std::size_t{2} * width * height * 4, random);
        write_png(file, {.bits = bits, .colour = colour, .interlace = interlace}, width, height, pixels);
        if (bits == 16)
          for (std::size_t i = 0; i + 1 < pixels.size(); i += 2) std::swap(pixels[i], pixels[i + 1]);
        EXPECT_EQ(describe(file).samples, samples);
        EXPECT_TRUE(same(read_image(file, {.channel = samples == 2 ? "luminance" : "red"}),
                         sample_of(pixels, shape, bits, samples, 0)));
        EXPECT_TRUE(same(read_image(file, {.channel = samples == 3 ? "blue" : "alpha"}),
                         sample_of(pixels, shape, bits, samples, samples - 1)));
        expect_region(file, {.channel = "luminance"}, random);
      }
}

TEST_F(ColourPng, palettes_and_transparency) {
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
