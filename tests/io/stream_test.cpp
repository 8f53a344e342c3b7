// Compressed tiles and strips: pixels come only from bytes of the file. A stream that is too long or too short is an
// error that names its place.
#include "support.h"

#include <libdeflate.h>
#include <tiffio.h>
#include <zstd.h>

#include <cstring>

namespace preamar::test {
namespace {

using Stream = FileTest;
using Content = std::vector<std::uint8_t>;

Content deflated(const Content& plain) {
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(6);
  Content stored(libdeflate_zlib_compress_bound(compressor, plain.size()));
  stored.resize(libdeflate_zlib_compress(compressor, plain.data(), plain.size(), stored.data(), stored.size()));
  libdeflate_free_compressor(compressor);
  return stored;
}

Content framed(const Content& plain) {
  Content stored(ZSTD_compressBound(plain.size()));
  stored.resize(ZSTD_compress(stored.data(), stored.size(), plain.data(), plain.size(), 3));
  return stored;
}

struct Method {
  int tag;
  Content (*compress)(const Content&);
};
constexpr Method methods[] = {{COMPRESSION_ADOBE_DEFLATE, deflated}, {COMPRESSION_ZSTD, framed}};

void set_tags(TIFF* tiff, int side, int bits, int samples, int compression) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, side);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, side);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, samples == 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
}

// 64 x 64 pixels of 8 bits, as one tile or in two strips, the second of which is half as high. `streams` are stored as
// they are.
void write_streams(const fs::path& file, int compression, bool tiled, const std::vector<Content>& streams) {
  TIFF* const tiff = TIFFOpen(file.c_str(), "w");
  ASSERT_NE(tiff, nullptr);
  set_tags(tiff, tiled ? 64 : 48, 8, 1, compression);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  if (tiled) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 64);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, 64);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 32);
  }
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    Content copy = streams[i];
    const auto bytes = static_cast<tmsize_t>(copy.size());
    ASSERT_EQ(tiled ? TIFFWriteRawTile(tiff, i, copy.data(), bytes) : TIFFWriteRawStrip(tiff, i, copy.data(), bytes),
              bytes);
  }
  TIFFClose(tiff);
}

Content sevens(std::int64_t count) { return Content(static_cast<std::size_t>(count), 7); }

TEST_F(Stream, of_a_tile_has_the_tiles_length) {
  const fs::path file = folder_ / "a.tif";
  for (const Method& method : methods) {
    write_streams(file, method.tag, true, {method.compress(sevens(4096))});
    EXPECT_EQ(bytes_of(read_image(file)), std::vector<std::byte>(4096, std::byte{7}));
    for (const int more : {1, 44, 256, 4096, 100000}) {
      write_streams(file, method.tag, true, {method.compress(sevens(4096 + more))});
      expect_error(ErrorKind::io, {"a.tif", "tile at row 0, column 0", "more than its 4096 bytes"},
                   [&] { (void)read_image(file); });
    }
    for (const int fewer : {1, 44, 4095, 4096}) {
      write_streams(file, method.tag, true, {method.compress(sevens(4096 - fewer))});
      expect_error(ErrorKind::io,
                   {"a.tif", "tile at row 0, column 0", std::to_string(4096 - fewer) + " of its 4096 bytes"},
                   [&] { (void)read_image(file); });
    }
  }
}

TEST_F(Stream, of_the_last_strip_may_be_that_of_a_whole_one) {
  const fs::path file = folder_ / "a.tif";
  const std::int64_t whole = 48 * 32, last = 48 * 16;
  for (const Method& method : methods) {
    for (const std::int64_t bytes : {last, whole}) {
      write_streams(file, method.tag, false, {method.compress(sevens(whole)), method.compress(sevens(bytes))});
      EXPECT_EQ(bytes_of(read_image(file)), std::vector<std::byte>(48 * 48, std::byte{7}));
    }
    for (const std::int64_t bytes : {last - 1, last + 1, whole - 1, whole + 1}) {
      write_streams(file, method.tag, false, {method.compress(sevens(whole)), method.compress(sevens(bytes))});
      expect_error(ErrorKind::io, {"a.tif", "strip at row 32, column 0"}, [&] { (void)read_image(file); });
    }
  }
}

TEST_F(Stream, may_be_followed_by_padding) {
  const fs::path file = folder_ / "a.tif";
  for (const Method& method : methods) {
    Content stored = method.compress(sevens(4096));
    stored.resize(stored.size() + 13);
    write_streams(file, method.tag, true, {stored});
    EXPECT_EQ(bytes_of(read_image(file)), std::vector<std::byte>(4096, std::byte{7}));
  }
}

TEST_F(Stream, that_is_damaged_is_refused) {
  const fs::path file = folder_ / "a.tif";
  for (const Method& method : methods) {
    Content stored = method.compress(sevens(4096));
    stored.resize(stored.size() / 2);
    write_streams(file, method.tag, true, {stored});
    expect_error(ErrorKind::io, {"a.tif", "tile at row 0, column 0", "damaged"}, [&] { (void)read_image(file); });
  }
}

struct Kind {
  DType dtype;
  int predictor;
};

struct Layout {
  int planar, bit_order;
  const char* mode;
};

// Three channels as libtiff writes them.
void write_colours(const fs::path& file, int compression, const Kind& kind, const Layout& layout,
                   const std::vector<Image>& channels) {
  const int side = static_cast<int>(channels[0].shape()[0]), size = static_cast<int>(size_of(kind.dtype));
  const bool is_separate = layout.planar == PLANARCONFIG_SEPARATE;
  TIFF* const tiff = TIFFOpen(file.c_str(), layout.mode);
  ASSERT_NE(tiff, nullptr);
  set_tags(tiff, side, 8 * size, 3, compression);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, layout.planar);
  TIFFSetField(tiff, TIFFTAG_FILLORDER, layout.bit_order);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
  TIFFSetField(tiff, TIFFTAG_PREDICTOR, kind.predictor);
  const int step = is_separate ? 1 : 3;
  for (int plane = 0; plane < (is_separate ? 3 : 1); ++plane)
    for (int y = 0; y < side; ++y) {
      Content line(static_cast<std::size_t>(TIFFScanlineSize(tiff)));
      for (int x = 0; x < side * step; ++x) {
        const Image& channel = channels[static_cast<std::size_t>(is_separate ? plane : x % 3)];
        std::memcpy(line.data() + x * size,
                    static_cast<const std::uint8_t*>(channel.data()) + (y * side + x / step) * size,
                    static_cast<std::size_t>(size));
      }
      ASSERT_EQ(TIFFWriteScanline(tiff, line.data(), static_cast<std::uint32_t>(y), static_cast<std::uint16_t>(plane)),
                1);
    }
  TIFFClose(tiff);
}

TEST_F(Stream, of_colours_is_read_in_every_layout) {
  const fs::path file = folder_ / "a.tif";
  constexpr Kind kinds[] = {{DType::uint8, 1}, {DType::uint8, 2}, {DType::uint16, 1}, {DType::uint16, 2}};
  constexpr const char* names[] = {"red", "green", "blue"};
  for (const Method& method : methods)
    for (const Kind& kind : kinds)
      for (const int planar : {PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE})
        for (const int bit_order : {FILLORDER_MSB2LSB, FILLORDER_LSB2MSB})
          for (const char* mode : {"wl", "wb"}) {
            std::vector<Image> channels;
            for (std::uint64_t seed = 1; seed <= 3; ++seed) channels.push_back(noise(kind.dtype, {40, 40}, seed));
            write_colours(file, method.tag, kind, {planar, bit_order, mode}, channels);
            for (std::size_t i = 0; i < 3; ++i)
              EXPECT_TRUE(same(read_image(file, {.channel = names[i]}), channels[i]))
                  << "compression " << method.tag << ", " << name_of(kind.dtype) << ", predictor " << kind.predictor
                  << ", planar " << planar << ", bit order " << bit_order << ", mode " << mode;
          }
}

}  // namespace
}  // namespace preamar::test
