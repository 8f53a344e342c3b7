// Hostile files: whatever is cut off or turned over, the answer is an image or an Error, never a crash.
#include "support.h"

#include <cstring>

namespace preamar::test {
namespace {

struct Way {
  std::string suffix;
  std::string compression;
  std::int64_t tile;
  Shape shape;
};

const std::vector<Way> ways = {
    {".tif", "zstd", 16, {40, 30}},   {".tif", "deflate", 0, {2, 40, 30}}, {".tif", "lzw", 16, {40, 30}},
    {".tif", "none", 0, {3, 20, 9}},  {".btf", "zstd", 16, {2, 20, 20}},   {".png", "deflate", 0, {40, 30}},
    {".nrrd", "gzip", 0, {40, 30}},   {".nrrd", "none", 0, {40, 30}},      {".mha", "deflate", 0, {40, 30}},
    {".mha", "none", 0, {40, 30}},    {".npy", "none", 0, {40, 30}},       {".nii", "none", 0, {40, 30}},
    {".nii.gz", "gzip", 0, {40, 30}},
};

class Broken : public FileTest, public ::testing::WithParamInterface<Way> {
 protected:
  Broken() : image_(noise(DType::uint16, GetParam().shape)), file_(folder_ / ("image" + GetParam().suffix)) {
    write_image(file_, image_, {.compression = GetParam().compression, .tile = GetParam().tile});
    bytes_ = load(file_);
  }

  static bool is_tiff() { return GetParam().suffix == ".btf" || GetParam().suffix == ".tif"; }

  // True where the file is read; what it gave must be of the size that it said.
  bool reads() {
    try {
      const FileInfo info = describe(file_);
      if (info.type.shape.count() > 10'000'000) return false;  // allowed to be claimed, too slow to try often
      const Image image = read_image(file_);
      EXPECT_EQ(image.type(), info.type);
      last_ = bytes_of(image);
      return true;
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::io || error.kind() == ErrorKind::input ||
                  error.kind() == ErrorKind::resource)
          << error.what();
      EXPECT_NE(std::string(error.what()).find(folder_.string()), std::string::npos) << error.what();
      return false;
    }
  }

  Image image_;
  fs::path file_;
  std::string bytes_;
  std::vector<std::byte> last_;
};

TEST_P(Broken, by_the_end_cut_off) {
  ::testing::internal::CaptureStderr();
  for (std::size_t size = 0; size < bytes_.size(); size += size < 400 || size + 100 > bytes_.size() ? 1 : 37) {
    store(file_, bytes_.substr(0, size));
    // A TIFF ends with the offset of a further page, which may be missing; nothing else may.
    const bool harmless = is_tiff() && size + 8 >= bytes_.size() && reads() && last_ == bytes_of(image_);
    EXPECT_TRUE(harmless || !reads()) << "cut to " << size << " of " << bytes_.size();
  }
  // What libtiff and libpng have to say goes into the Error and nowhere else.
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_P(Broken, by_bytes_behind_the_end) {
  store(file_, bytes_ + "more");
  const bool is_png = GetParam().suffix == ".png";
  // TIFF is found by offsets and PNG has an end of its own; the others have no other measure than the file's size.
  EXPECT_EQ(reads(), is_tiff() || is_png);
}

TEST_P(Broken, by_single_bytes) {
  std::uint64_t state = 5;
  for (std::size_t at = 0; at < bytes_.size(); at += at < 600 || at + 600 > bytes_.size() ? 1 : 23) {
    for (const int turned : {0xff, 0x80, 0x01}) {
      std::string damaged = bytes_;
      damaged[at] = static_cast<char>(damaged[at] ^ turned);
      store(file_, damaged);
      reads();
    }
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::string damaged = bytes_;
    for (std::size_t i = 0; i < 8 && at + i < damaged.size(); ++i)
      damaged[at + i] = static_cast<char>(state >> (8 * i));
    store(file_, damaged);
    reads();
  }
}

TEST_P(Broken, the_whole_file_is_read_right) {
  ASSERT_TRUE(reads());
  EXPECT_EQ(last_, bytes_of(image_));
}

INSTANTIATE_TEST_SUITE_P(files, Broken, ::testing::ValuesIn(ways), [](const auto& chosen) {
  const Way& way = chosen.param;
  return way.suffix.substr(way.suffix.rfind('.') + 1) + "_" + way.compression + "_" + std::to_string(way.tile);
});

class Claims : public FileTest {};

const std::string nrrd_begin = "NRRD0004\ntype: uint8\nendian: little\n";

TEST_F(Claims, beyond_64_bits_are_refused) {
  store(folder_ / "a.nrrd", nrrd_begin + "dimension: 2\nsizes: 4611686018427387904 4\nencoding: raw\n\nabcd");
  expect_error(ErrorKind::resource, {"a.nrrd", "64 bits"}, [&] { (void)describe(folder_ / "a.nrrd"); });
  store(folder_ / "b.nrrd", nrrd_begin + "dimension: 2\nsizes: 92233720368547758079 4\nencoding: raw\n\nabcd");
  expect_error(ErrorKind::io, {"b.nrrd", "sizes"}, [&] { (void)describe(folder_ / "b.nrrd"); });
  store(folder_ / "a.mha",
        "ObjectType = Image\nNDims = 3\nDimSize = 4294967296 4294967296 4294967296\n"
        "ElementType = MET_DOUBLE\nElementDataFile = LOCAL\nabcd");
  expect_error(ErrorKind::resource, {"a.mha", "64 bits"}, [&] { (void)describe(folder_ / "a.mha"); });
}

TEST_F(Claims, beyond_the_file_are_refused_before_memory_is_asked_for) {
  store(folder_ / "a.nrrd", nrrd_begin + "dimension: 2\nsizes: 1000000 1000000\nencoding: raw\n\nabcd");
  expect_error(ErrorKind::io, {"1000000x1000000", "4 bytes"}, [&] { (void)describe(folder_ / "a.nrrd"); });
  store(folder_ / "b.nrrd", nrrd_begin + "dimension: 2\nsizes: 1000000 1000000\nencoding: gzip\n\nabcd");
  expect_error(ErrorKind::io, {"1000000x1000000"}, [&] { (void)describe(folder_ / "b.nrrd"); });
  store(folder_ / "c.nrrd", nrrd_begin + "dimension: 2\nsizes: 2 0\nencoding: raw\n\n");
  expect_error(ErrorKind::io, {"at least 1"}, [&] { (void)describe(folder_ / "c.nrrd"); });
  store(folder_ / "d.nrrd", nrrd_begin + "dimension: 2\nsizes: 2 -3\nencoding: raw\n\n");
  expect_error(ErrorKind::io, {"at least 1"}, [&] { (void)describe(folder_ / "d.nrrd"); });
}

// A stream that gives more, or less, than the header says.
TEST_F(Claims, of_another_length_than_the_stream_are_refused) {
  write_image(folder_ / "a.nrrd", noise(DType::uint8, {20, 20}));
  const std::string whole = load(folder_ / "a.nrrd");
  for (const auto& [sizes, word] : {std::pair{"20 19", "longer"}, std::pair{"20 21", "truncated"}}) {
    std::string other = whole;
    other.replace(other.find("20 20"), 5, sizes);
    store(folder_ / "b.nrrd", other);
    expect_error(ErrorKind::io, {word}, [&] { (void)read_image(folder_ / "b.nrrd"); });
  }
  write_image(folder_ / "a.png", noise(DType::uint8, {20, 20}));
  std::string tall = load(folder_ / "a.png");
  tall[23] = 21;  // the height, whose check sum is now wrong
  store(folder_ / "b.png", tall);
  expect_error(ErrorKind::io, {"b.png", "CRC"}, [&] { (void)read_image(folder_ / "b.png"); });
}

TEST_F(Claims, of_a_data_file_elsewhere_are_refused) {
  fs::create_directories(folder_ / "in");
  store(folder_ / "secret.raw", "abcd");
  const std::string rest = "dimension: 2\nsizes: 2 2\nencoding: raw\ndata file: ";
  for (const std::string& name : {std::string("../secret.raw"), (folder_ / "secret.raw").string()}) {
    store(folder_ / "in" / "a.nhdr", nrrd_begin + rest + name + "\n");
    expect_error(ErrorKind::input, {"a.nhdr", "folder"}, [&] { (void)describe(folder_ / "in" / "a.nhdr"); });
    store(folder_ / "in" / "a.mhd",
          "NDims = 2\nDimSize = 2 2\nElementType = MET_UCHAR\nElementDataFile = " + name + "\n");
    expect_error(ErrorKind::input, {"a.mhd", "folder"}, [&] { (void)describe(folder_ / "in" / "a.mhd"); });
  }
}

TEST_F(Claims, of_an_endless_header_are_refused) {
  store(folder_ / "a.nrrd", "NRRD0004\n# " + std::string(3 << 20, 'x'));
  expect_error(ErrorKind::io, {"a.nrrd", "header"}, [&] { (void)describe(folder_ / "a.nrrd"); });
}

}  // namespace
}  // namespace preamar::test
