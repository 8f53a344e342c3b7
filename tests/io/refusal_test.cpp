// Calls that cannot be done: what they say, and what they leave behind.
#include "support.h"

#include "io/open.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstring>

namespace preamar::test {
using namespace io;
namespace {

using Refusal = FileTest;

const char* const suffixes[] = {".tif", ".btf", ".png", ".nrrd", ".nhdr", ".mha", ".mhd"};

TEST_F(Refusal, a_file_that_is_not_there) {
  for (const char* suffix : suffixes) {
    const fs::path file = folder_ / (std::string("none") + suffix);
    expect_error(ErrorKind::io, {file.string(), "No such file"}, [&] { (void)describe(file); });
    expect_error(ErrorKind::io, {file.string(), "No such file"}, [&] { (void)read_image(file); });
  }
}

TEST_F(Refusal, a_folder_or_a_pipe) {
  expect_error(ErrorKind::io, {"is a folder"}, [&] { (void)describe(folder_); });
  fs::create_directory(folder_ / "a.tif");
  expect_error(ErrorKind::io, {"a.tif", "is a folder"}, [&] { (void)read_image(folder_ / "a.tif"); });
  expect_error(ErrorKind::io, {"a.tif", "is a folder"}, [&] {
    write_image(folder_ / "a.tif", noise(DType::uint8, {2, 2}), {.overwrite = true});
  });
  ASSERT_EQ(mkfifo((folder_ / "b.png").c_str(), 0600), 0);
  expect_error(ErrorKind::io, {"b.png", "no regular file"}, [&] { (void)read_image(folder_ / "b.png"); });
}

TEST_F(Refusal, an_unknown_suffix) {
  const Image image = noise(DType::uint8, {2, 2});
  expect_error(ErrorKind::call, {"'.gif'", ".tif", ".nrrd"}, [&] { (void)read_image(folder_ / "a.gif"); });
  expect_error(ErrorKind::call, {"JPEG is read, not written; write .png or .tif"},
               [&] { write_image(folder_ / "a.jpg", image); });
  expect_error(ErrorKind::call, {"no suffix", ".mha"}, [&] { write_image(folder_ / "a", image); });
  write_image(folder_ / "A.TIF", image);
  EXPECT_TRUE(same(read_image(folder_ / "A.TIF"), image));
}

TEST_F(Refusal, an_empty_file_or_one_of_another_format) {
  for (const char* suffix : suffixes) {
    const fs::path file = folder_ / (std::string("a") + suffix);
    store(file, "");
    expect_error(ErrorKind::io, {file.string()}, [&] { (void)describe(file); });
    store(file, "This is a letter, not an image.\nYours.\n");
    expect_error(ErrorKind::io, {file.string()}, [&] { (void)describe(file); });
  }
}

TEST_F(Refusal, an_existing_file_stays) {
  const Image first = noise(DType::uint8, {9, 9}, 1);
  const Image second = noise(DType::uint8, {9, 9}, 2);
  for (const char* suffix : suffixes) {
    const fs::path file = folder_ / (std::string("a") + suffix);
    write_image(file, first, {.compression = "none"});
    const std::int64_t before = file_count();
    expect_error(ErrorKind::io, {file.string(), "exists", "overwrite"}, [&] { write_image(file, second); });
    EXPECT_TRUE(same(read_image(file), first));
    EXPECT_EQ(file_count(), before);
    write_image(file, second, {.compression = "none", .overwrite = true});
    EXPECT_TRUE(same(read_image(file), second));
    EXPECT_EQ(file_count(), before);
    fs::remove(file);
    if (fs::exists(folder_ / "a.raw")) {
      // A data file of that name is not replaced either.
      expect_error(ErrorKind::io, {"a.raw", "exists"}, [&] { write_image(file, first, {.compression = "none"}); });
      fs::remove(folder_ / "a.raw");
    }
    EXPECT_EQ(file_count(), 0);
  }
}

TEST_F(Refusal, a_file_that_appears_meanwhile_stays) {
  const Image image = noise(DType::uint8, {9, 9});
  const auto sink = open_sink(folder_ / "a.tif", image.type(), {});
  const std::int64_t origin[] = {0, 0};
  sink->write(origin, image);
  store(folder_ / "a.tif", "another's");
  expect_error(ErrorKind::io, {"a.tif", "exists"}, [&] { sink->close(); });
  EXPECT_EQ(load(folder_ / "a.tif"), "another's");
}

TEST_F(Refusal, a_folder_that_is_missing_or_locked) {
  const Image image = noise(DType::uint8, {9, 9});
  expect_error(ErrorKind::io, {"a.tif", "there is no folder"}, [&] { write_image(folder_ / "none" / "a.tif", image); });
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  std::error_code failed;
  fs::create_directory(folder_ / "probe", failed);
  if (!failed) GTEST_SKIP() << "this user may write everywhere";
  expect_error(ErrorKind::io, {"a.tif", "Permission denied"}, [&] { write_image(folder_ / "a.tif", image); });
}

TEST_F(Refusal, a_write_that_fails_leaves_nothing) {
  const Image image = noise(DType::uint16, {300, 300});
  for (const char* suffix : suffixes) {
    {
      const auto sink = open_sink(folder_ / (std::string("a") + suffix), image.type(), {});
      EXPECT_GE(file_count(), 1);
      expect_error(ErrorKind::call, {"closed"}, [&] { sink->close(); });
    }
    EXPECT_EQ(file_count(), 0) << suffix;
  }
}

// A full disk for the program: writes beyond 64 KiB fail.
TEST_F(Refusal, a_disk_that_is_full_leaves_nothing) {
  const Image image = noise(DType::uint16, {300, 300});
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{1 << 16, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const char* suffix : suffixes) {
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    expect_error(ErrorKind::io, {std::string("a"), "cannot write", "too large"},
                 [&] { write_image(folder_ / (std::string("a") + suffix), image, {.compression = "none"}); });
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(file_count(), 0) << suffix;
  }
  std::signal(SIGXFSZ, handler);
}

TEST_F(Refusal, what_a_format_cannot_hold) {
  const auto refused = [&](const std::string& name, DType dtype, const Shape& shape, std::vector<std::string> words) {
    words.push_back(name);
    expect_error(ErrorKind::input, words, [&] { write_image(folder_ / name, noise(dtype, shape)); });
  };
  refused("a.png", DType::int16, {4, 4}, {"int16", "bool, uint8, uint16", "TIFF"});
  refused("a.png", DType::float32, {4, 4}, {"float32"});
  refused("a.png", DType::uint8, {2, 4, 4}, {"rank 3", "TIFF"});
  for (const char* suffix : suffixes) {
    refused(std::string("a") + suffix, DType::uint8, {0, 4}, {"0x4"});
    refused(std::string("a") + suffix, DType::uint8, {4}, {"rank 2 or 3"});
  }
  const std::uint8_t pixel = 0;
  const ConstImageView wide(&pixel, DType::uint8, {1, std::int64_t{1} << 40}, {0, 0});
  expect_error(ErrorKind::input, {"a.tif", "NRRD"}, [&] { write_image(folder_ / "a.tif", wide); });
  expect_error(ErrorKind::input, {"a.png", "TIFF"}, [&] { write_image(folder_ / "a.png", wide); });
  EXPECT_EQ(file_count(), 0);
}

TEST_F(Refusal, options_that_a_format_does_not_have) {
  const Image image = noise(DType::uint8, {4, 4});
  expect_error(ErrorKind::call, {"'gzip'", "TIFF", "deflate, zstd, lzw, none"},
               [&] { write_image(folder_ / "a.tif", image, {.compression = "gzip"}); });
  expect_error(ErrorKind::call, {"'zstd'", "PNG", "deflate, none"},
               [&] { write_image(folder_ / "a.png", image, {.compression = "zstd"}); });
  for (const std::int64_t tile : {-16, 8, 100, 1 << 20})
    expect_error(ErrorKind::call, {"tile " + std::to_string(tile), "multiple of 16"},
                 [&] { write_image(folder_ / "a.tif", image, {.tile = tile}); });
}

TEST_F(Refusal, regions_that_do_not_fit) {
  const Image image = noise(DType::uint8, {40, 40});
  write_image(folder_ / "a.tif", image, {.tile = 16});
  const auto source = open_source(folder_ / "a.tif");
  Image part(DType::uint8, {10, 10});
  for (const auto& [y, x] : {std::pair{31, 0}, std::pair{0, 31}, std::pair{-1, 0}}) {
    const std::int64_t origin[] = {y, x};
    expect_error(ErrorKind::call, {"leaves the image 40x40"}, [&] { source->read(origin, part); });
  }
  const std::int64_t zero[] = {0, 0, 0};
  Image wide(DType::uint16, {10, 10}), deep(DType::uint8, {1, 10, 10});
  expect_error(ErrorKind::call, {"uint16"}, [&] { source->read(zero, wide); });
  expect_error(ErrorKind::call, {"rank 3"}, [&] { source->read(zero, deep); });

  const auto sink = open_sink(folder_ / "b.tif", image.type(), {.tile = 16});
  expect_error(ErrorKind::call, {"cuts through a chunk"}, [&] { sink->write(zero, part); });
  const Image tile = noise(DType::uint8, {16, 16});
  sink->write(zero, tile);
  expect_error(ErrorKind::call, {"twice"}, [&] { sink->write(zero, tile); });

  const auto volume = open_sink(folder_ / "c.tif", {DType::uint8, {2, 16, 16}}, {.compression = "lzw", .tile = 16});
  const std::int64_t second[] = {1, 0, 0};
  expect_error(ErrorKind::call, {"page by page"}, [&] { volume->write(second, noise(DType::uint8, {1, 16, 16})); });

  const auto stream = open_sink(folder_ / "a.nrrd", image.type(), {});
  const std::int64_t later[] = {5, 0};
  expect_error(ErrorKind::call, {"row 0 must be written next"}, [&] {
    stream->write(later, noise(DType::uint8, {3, 40}));
  });
}

// A plain TIFF cannot point beyond 4 GB. One repeated pixel stands for a large image, and nothing of it is written.
TEST_F(Refusal, nothing_but_becomes_big_tiff_where_needed) {
  const auto begins_as_big = [&](const Shape& shape, const std::string& compression) {
    const auto sink = open_sink(folder_ / "a.tif", {DType::uint8, shape}, {.compression = compression});
    return load(partial_of(folder_ / "a.tif")).starts_with("II+");
  };
  EXPECT_FALSE(begins_as_big({1000, 1000}, "zstd"));
  EXPECT_FALSE(begins_as_big({60000, 60000}, "none"));
  EXPECT_TRUE(begins_as_big({70000, 70000}, "none"));
  EXPECT_TRUE(begins_as_big({60000, 60000}, "lzw"));
  EXPECT_TRUE(begins_as_big({5000, 1000, 1000}, "zstd"));
}

}  // namespace
}  // namespace preamar::test
