// Files as other programs write them: byte orders, interlacing, predictors, odd headers, colours.
#include "support.h"

#include "io/open.h"

#include <png.h>
#include <tiffio.h>
#include <zlib.h>

#include <cstring>

namespace preamar::test {
using namespace io;
namespace {

using Foreign = FileTest;

struct Tags {
  const char* mode = "w";
  std::uint32_t width = 20;
  std::uint32_t height = 10;
  int bits = 8;
  int samples = 1;
  int format = SAMPLEFORMAT_UINT;
  int photometric = PHOTOMETRIC_MINISBLACK;
  int compression = COMPRESSION_NONE;
  int predictor = 1;
  std::uint32_t subfile = 0;
  const char* description = nullptr;
};

// One page of strips, straight from libtiff; `pixels` as it stores them.
void add_page(TIFF* tiff, const Tags& tags, const void* pixels) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, tags.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, tags.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, tags.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, tags.samples);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, tags.format);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, tags.photometric);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, tags.compression);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 4);
  if (tags.predictor != 1) TIFFSetField(tiff, TIFFTAG_PREDICTOR, tags.predictor);
  if (tags.subfile != 0) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, tags.subfile);
  if (tags.description) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, tags.description);
  if (tags.photometric == PHOTOMETRIC_PALETTE) {
    std::vector<std::uint16_t> map(256);
    TIFFSetField(tiff, TIFFTAG_COLORMAP, map.data(), map.data(), map.data());
  }
  const std::int64_t row_bytes = TIFFScanlineSize(tiff);
  std::vector<std::uint8_t> line(static_cast<std::size_t>(row_bytes));
  for (std::uint32_t y = 0; y < tags.height; ++y) {
    std::memcpy(line.data(), static_cast<const std::uint8_t*>(pixels) + y * row_bytes, line.size());
    ASSERT_EQ(TIFFWriteScanline(tiff, line.data(), y, 0), 1);
  }
  ASSERT_EQ(TIFFWriteDirectory(tiff), 1);
}

void write_tiff(const fs::path& file, const std::vector<Tags>& pages, const void* pixels) {
  TIFFSetWarningHandler(nullptr);  // of legacy methods, meant here
  TIFF* tiff = TIFFOpen(file.c_str(), pages[0].mode);
  ASSERT_NE(tiff, nullptr);
  for (const Tags& page : pages) add_page(tiff, page, pixels);
  TIFFClose(tiff);
}

TEST_F(Foreign, tiff_of_either_byte_order_and_any_predictor) {
  const Image wide = noise(DType::uint16, {10, 20});
  const Image real = noise(DType::float32, {10, 20});
  const Image longs = noise(DType::int64, {10, 20});
  for (const char* mode : {"wl", "wb", "wb8", "wl8"}) {
    const fs::path file = folder_ / "a.tif";
    const bool little = mode[1] == 'l';  // libtiff 4.5 itself writes the predictor of floats wrong in the other order
    for (const int compression : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE,
                                  COMPRESSION_ZSTD, COMPRESSION_PACKBITS}) {
      const bool predicts = compression != COMPRESSION_NONE && compression != COMPRESSION_PACKBITS;
      write_tiff(file, {{.mode = mode, .bits = 16, .compression = compression, .predictor = predicts ? 2 : 1}},
                 wide.data());
      EXPECT_TRUE(same(read_image(file), wide)) << mode << " " << compression;
      write_tiff(file,
                 {{.mode = mode,
                   .bits = 32,
                   .format = SAMPLEFORMAT_IEEEFP,
                   .compression = compression,
                   .predictor = predicts && little ? 3 : 1}},
                 real.data());
      EXPECT_TRUE(same(read_image(file), real)) << mode << " " << compression;
      write_tiff(file, {{.mode = mode, .bits = 64, .format = SAMPLEFORMAT_INT, .compression = compression}},
                 longs.data());
      EXPECT_TRUE(same(read_image(file), longs)) << mode << " " << compression;
    }
  }
}

TEST_F(Foreign, tiff_values_are_as_stored_whether_white_or_black_is_zero) {
  for (const int photometric : {PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK}) {
    const Image image = noise(DType::uint16, {10, 20});
    write_tiff(folder_ / "a.tif", {{.bits = 16, .photometric = photometric}}, image.data());
    EXPECT_TRUE(same(read_image(folder_ / "a.tif"), image));

    const std::uint8_t bits[3 * 10] = {0xf0, 0x0f, 0xa0};
    write_tiff(folder_ / "b.tif", {{.bits = 1, .photometric = photometric}}, bits);
    const Image flags = read_image(folder_ / "b.tif");
    ASSERT_EQ(flags.dtype(), DType::boolean);
    const std::uint8_t expected[20] = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0};
    EXPECT_EQ(std::memcmp(flags.data(), expected, 20), 0);
  }
}

TEST_F(Foreign, tiff_pages_are_planes_and_reduced_copies_are_not) {
  const Image image = noise(DType::uint8, {10, 20});
  write_tiff(folder_ / "a.tif", {{}, {.width = 10, .height = 5, .subfile = FILETYPE_REDUCEDIMAGE}, {}}, image.data());
  const Image read = read_image(folder_ / "a.tif");
  ASSERT_EQ(read.shape(), Shape({2, 10, 20}));
  EXPECT_EQ(std::memcmp(read.data(), image.data(), 200), 0);
  EXPECT_EQ(std::memcmp(static_cast<const std::byte*>(read.data()) + 200, image.data(), 200), 0);

  write_tiff(folder_ / "b.tif", {{}, {.width = 10, .height = 5}}, image.data());
  expect_error(ErrorKind::input, {"page 2", "5x10", "10x20"}, [&] { (void)read_image(folder_ / "b.tif"); });
  write_tiff(folder_ / "c.tif", {{}, {.format = SAMPLEFORMAT_INT}}, image.data());
  expect_error(ErrorKind::input, {"page 2", "int8"}, [&] { (void)read_image(folder_ / "c.tif"); });
}

TEST_F(Foreign, tiff_that_would_be_read_wrong_is_refused) {
  const std::vector<std::uint8_t> pixels(10 * 20 * 16);
  const auto refused = [&](const Tags& tags, const std::vector<std::string>& words) {
    write_tiff(folder_ / "a.tif", {tags}, pixels.data());
    expect_error(ErrorKind::input, words, [&] { (void)read_image(folder_ / "a.tif"); });
  };
  refused({.samples = 3, .photometric = PHOTOMETRIC_RGB}, {"3 samples per pixel (RGB)", "choose one"});
  refused({.samples = 2}, {"2 samples per pixel", "choose a band"});
  refused({.photometric = PHOTOMETRIC_PALETTE}, {"3 samples per pixel (RGB)", "choose one"});
  refused({.bits = 12}, {"12 bits"});
  refused({.bits = 4}, {"4 bits"});
  refused({.bits = 16, .format = SAMPLEFORMAT_IEEEFP}, {"16 bits"});
  refused({.bits = 1, .compression = COMPRESSION_CCITTFAX4}, {"CCITT Group 4", "convert"});
  refused({.description = "ImageJ=1.53t\nimages=500\nslices=500\n"}, {"further planes"});
  refused({.description = "{\"shape\": [5, 10, 20], \"truncated\": true}"}, {"further planes"});
}

TEST_F(Foreign, tiff_that_operators_refuse_is_described) {
  const std::vector<std::uint8_t> pixels(10 * 20 * 16);
  write_tiff(folder_ / "a.tif", {{.samples = 3, .photometric = PHOTOMETRIC_RGB}}, pixels.data());
  const FileInfo colours = describe(folder_ / "a.tif");
  EXPECT_EQ(colours.samples, 3);
  EXPECT_EQ(colours.type.shape, Shape({10, 20}));
  EXPECT_EQ(colours.type.dtype, DType::uint8);
  EXPECT_EQ(colours.chunk_kind, "strips");
  EXPECT_TRUE(colours.refusal.starts_with("has 3 samples per pixel (RGB); choose one"));
  write_tiff(folder_ / "b.tif", {{.bits = 1, .compression = COMPRESSION_CCITTFAX4}}, pixels.data());
  EXPECT_EQ(describe(folder_ / "b.tif").compression, "CCITT Group 4");
  EXPECT_FALSE(describe(folder_ / "b.tif").refusal.empty());
  write_tiff(folder_ / "c.tif", {{}}, pixels.data());
  EXPECT_EQ(describe(folder_ / "c.tif").refusal, "");
}

TEST_F(Foreign, channels_and_times_of_imagej_are_never_planes) {
  const fs::path file = folder_ / "a.tif";
  const Image image = noise(DType::uint8, {10, 20});
  const Tags first{.description = "ImageJ=1.53t\nimages=4\nchannels=2\nslices=2\nhyperstack=true\n"};
  write_tiff(file, {first, {}, {}, {}}, image.data());
  expect_error(ErrorKind::input, {"z=2, c=2, y=10, x=20", "`select=c=N`"}, [&] { (void)read_image(file); });
  EXPECT_EQ(read_image(file, {.select = "c=1"}).shape(), Shape({2, 10, 20}));
  expect_error(ErrorKind::call, {"c=2", "0 to 1"}, [&] { (void)read_image(file, {.select = "c=2"}); });
  EXPECT_EQ(describe(file).type.shape, Shape({2, 10, 20}));
  EXPECT_NE(describe(file).refusal, "");
  // Planes alone are a volume.
  write_tiff(file, {{.description = "ImageJ=1.53t\nimages=2\nslices=2\n"}, {}}, image.data());
  EXPECT_EQ(read_image(file).shape(), Shape({2, 10, 20}));
}

// A grey PNG as libpng writes it; `pixels` as stored.
void write_png(const fs::path& file, int width, int height, int bits, int colour, int interlacing,
               const std::uint8_t* pixels, std::int64_t row_bytes) {
  FILE* stream = std::fopen(file.c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, stream);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), bits, colour, interlacing,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const png_color black{};
  if (colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, &black, 1);
  png_write_info(png, info);
  for (int passes = png_set_interlace_handling(png); passes > 0; --passes)
    for (int y = 0; y < height; ++y) png_write_row(png, pixels + y * row_bytes);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  std::fclose(stream);
}

TEST_F(Foreign, png_interlaced) {
  for (const Shape& shape : {Shape({1, 1}), Shape({37, 53}), Shape({3, 200})}) {
    const Image image = noise(DType::uint8, shape);
    const int height = static_cast<int>(shape[0]);
    const int width = static_cast<int>(shape[1]);
    write_png(folder_ / "a.png", width, height, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_ADAM7,
              static_cast<const std::uint8_t*>(image.data()), width);
    EXPECT_TRUE(same(read_image(folder_ / "a.png"), image));
    Image part(DType::uint8, {1, shape[1]});
    const std::int64_t origin[] = {shape[0] / 2, 0};
    open_source(folder_ / "a.png")->read(origin, part);
    EXPECT_EQ(std::memcmp(part.data(), static_cast<const std::byte*>(image.data()) + origin[0] * width, shape[1]), 0);
  }
}

TEST_F(Foreign, png_of_several_channels_is_refused) {
  const std::vector<std::uint8_t> pixels(1000);
  const auto refused = [&](int bits, int colour, const std::vector<std::string>& words) {
    write_png(folder_ / "a.png", 5, 5, bits, colour, PNG_INTERLACE_NONE, pixels.data(), 40);
    expect_error(ErrorKind::input, words, [&] { (void)read_image(folder_ / "a.png"); });
  };
  refused(8, PNG_COLOR_TYPE_RGB, {"samples per pixel (RGB", "choose one"});
  refused(16, PNG_COLOR_TYPE_RGBA, {"samples per pixel (RGB", "choose one"});
  refused(8, PNG_COLOR_TYPE_GRAY_ALPHA, {"alpha"});
  refused(8, PNG_COLOR_TYPE_PALETTE, {"RGB", "choose one"});
  refused(4, PNG_COLOR_TYPE_GRAY, {"4 bits", "8 bits"});
}

const std::string big_endian = "\x01\x02\x03\x04\x05\x06\x07\x08";
const std::uint16_t big_values[] = {0x0102, 0x0304, 0x0506, 0x0708};

std::string gzipped(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(bytes.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST_F(Foreign, nrrd_headers) {
  const ConstImageView expected(big_values, DType::uint16, {2, 2});
  const std::string begin =
      "NRRD0005\n# a comment\ntype: unsigned short\ndimension: 2\nsizes: 2 2\nendian: big\n"
      "space directions: (1,0) (0,1)\nkinds: domain domain\na key:=a: value\n";
  const auto reads = [&](const std::string& name, const std::string& bytes) {
    store(folder_ / name, bytes);
    EXPECT_TRUE(same(read_image(folder_ / name), expected)) << bytes;
  };
  reads("a.nrrd", begin + "encoding: raw\n\n" + big_endian);
  reads("b.nrrd", begin + "encoding: gz\n\n" + gzipped(big_endian));
  reads("c.nrrd", begin + "encoding: gzip\n\n" + gzipped(big_endian.substr(0, 3)) + gzipped(big_endian.substr(3)));
  reads("d.nrrd", begin + "encoding: raw\nbyte skip: 3\n\nxyz" + big_endian);
  reads("e.nrrd", begin + "encoding: raw\nbyteskip: -1\n\nany length" + big_endian);
  store(folder_ / "data.bin", "xy" + big_endian);
  reads("f.nhdr", begin + "encoding: raw\nbyte skip: 2\ndata file: data.bin\n");
  reads("g.nhdr", begin + "encoding: raw\nbyte skip: 2\ndatafile: ./data.bin\n\n");
  std::string dos;
  for (const char c : begin + "encoding: raw\n\n") dos += c == '\n' ? "\r\n" : std::string(1, c);
  reads("h.nrrd", dos + big_endian);
}

TEST_F(Foreign, nrrd_that_is_not_one_plain_image_is_refused) {
  const auto refused = [&](ErrorKind kind, const std::string& lines, const std::vector<std::string>& words) {
    store(folder_ / "a.nrrd", "NRRD0004\n" + lines + "\nabcdefgh");
    expect_error(kind, words, [&] { (void)describe(folder_ / "a.nrrd"); });
  };
  const std::string plain = "type: uint8\ndimension: 2\nsizes: 4 2\n";
  refused(ErrorKind::input, plain + "encoding: raw\nkinds: vector domain\n", {"vector", "one channel"});
  refused(ErrorKind::input, plain + "encoding: raw\nkinds: domain time\n", {"'time'", "one of its times"});
  refused(ErrorKind::input, plain + "encoding: bzip2\n", {"bzip2", "gzip"});
  refused(ErrorKind::input, plain + "encoding: raw\ndata file: LIST\n", {"several files"});
  refused(ErrorKind::input, plain + "encoding: raw\ndata file: slice%03d.raw 1 9 1\n", {"several files"});
  refused(ErrorKind::input, "type: block\ndimension: 2\nsizes: 4 2\nencoding: raw\n", {"block"});
  refused(ErrorKind::input, "type: uint8\ndimension: 4\nsizes: 4 2 1 1\nencoding: raw\n", {"rank 4", "2 or 3"});
  refused(ErrorKind::io, "type: uint8\ndimension: 2\nsizes: 4\nencoding: raw\n", {"1 numbers", "rank is 2"});
  refused(ErrorKind::io, "type: uint16\ndimension: 2\nsizes: 2 2\nencoding: raw\n", {"lacks 'endian'"});
  refused(ErrorKind::io, "dimension: 2\nsizes: 2 2\nencoding: raw\n", {"lacks 'type'"});
  refused(ErrorKind::io, plain + "nonsense\n", {"nonsense"});
}

TEST_F(Foreign, metaimage_headers) {
  const ConstImageView expected(big_values, DType::uint16, {2, 2});
  const std::string begin =
      "ObjectType = Image\nNDims = 2\nDimSize = 2 2\nElementSpacing = 1 1\n"
      "ElementType = MET_USHORT\nElementByteOrderMSB = True\n";
  const auto reads = [&](const std::string& name, const std::string& bytes) {
    store(folder_ / name, bytes);
    EXPECT_TRUE(same(read_image(folder_ / name), expected)) << bytes;
  };
  reads("a.mha", begin + "ElementDataFile = LOCAL\n" + big_endian);
  reads("b.mha", begin + "CompressedData = True\nElementDataFile = LOCAL\n" + gzipped(big_endian));
  reads("c.mha", begin + "HeaderSize = -1\nElementDataFile = LOCAL\nany length" + big_endian);
  store(folder_ / "data.bin", "xy" + big_endian);
  reads("d.mhd", begin + "HeaderSize = 2\nElementDataFile = data.bin\n");

  const auto refused = [&](const std::string& lines, const std::vector<std::string>& words) {
    store(folder_ / "x.mha", begin + lines + "ElementDataFile = LOCAL\n" + big_endian);
    expect_error(ErrorKind::input, words, [&] { (void)describe(folder_ / "x.mha"); });
  };
  refused("ElementNumberOfChannels = 3\n", {"3 samples per pixel", "one channel"});
  refused("BinaryData = False\n", {"text"});
  refused("ElementType = MET_STRING\n", {"MET_STRING"});
  refused("ObjectType = Tube\n", {"Tube"});
}

}  // namespace
}  // namespace preamar::test
