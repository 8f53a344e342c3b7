// Zarr: chunks and shards of any shape, written by several threads, resumed; levels, labels and further axes.
#include "support.h"

#include "io/crc32c.h"
#include "io/open.h"
#include "io/pixels.h"
#include "io/shrink.h"
#include "io/zarr/zarr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <thread>

namespace preamar::test {
using namespace io;
namespace {

class Zarr : public FileTest {
 protected:
  // A number below n.
  std::int64_t below(std::int64_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>(state_ >> 33) % n;
  }

  Shape random_shape(int rank, std::int64_t most) {
    std::int64_t extents[max_rank] = {};
    for (int axis = 0; axis < rank; ++axis) extents[axis] = 1 + below(most);
    return Shape(extents, rank);
  }

  std::uint64_t state_ = 1;
};

Shape times(const Shape& shape, const std::array<std::int64_t, max_rank>& factors) {
  std::int64_t extents[max_rank] = {};
  for (int axis = 0; axis < shape.rank(); ++axis) extents[axis] = shape[axis] * factors[static_cast<std::size_t>(axis)];
  return Shape(extents, shape.rank());
}

// Calls work(origin, shape) for the parts of an image whose number is `share` of `shares`.
template <class Work>
void each_of_share(const Sink& sink, const Shape& image, int share, int shares, const Work& work) {
  Extents begin, end, side;
  for (int axis = 0; axis < image.rank(); ++axis) {
    begin.push_back(0);
    end.push_back(image[axis]);
    side.push_back(sink.chunk()[axis]);
  }
  int number = 0;
  touched(begin, end, side).each([&](const Extents& place) {
    if (number++ % shares != share) return;
    std::int64_t origin[max_rank] = {}, extents[max_rank] = {};
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
      origin[axis] = place[axis] * side[axis];
      extents[axis] = std::min(side[axis], end[axis] - origin[axis]);
    }
    work(origin, Shape(extents, image.rank()));
  });
}

// Writes them; returns their digests.
std::vector<std::uint64_t> write_share(Sink& sink, ConstImageView image, int share, int shares) {
  std::vector<std::uint64_t> digests;
  each_of_share(sink, image.shape(), share, shares, [&](const std::int64_t* origin, const Shape& shape) {
    digests.push_back(sink.write(origin, crop(image, origin, shape)));
  });
  return digests;
}

// Recovers those of these digests; returns how many there are.
int recover_share(Sink& sink, const Shape& image, int share, int shares, const std::vector<std::uint64_t>& digests) {
  int recovered = 0;
  auto digest = digests.begin();
  each_of_share(sink, image, share, shares, [&](const std::int64_t* origin, const Shape& shape) {
    recovered += sink.recover(origin, shape, *digest++);
  });
  return recovered;
}

TEST_F(Zarr, takes_chunks_and_shards_of_any_shape_from_several_threads) {
  const char* const compressions[] = {"zstd", "blosc", "gzip", "none"};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    state_ = seed;
    const int rank = 2 + static_cast<int>(below(2));
    const Image image = noise(every_dtype()[static_cast<std::size_t>(below(dtype_count))],
                              random_shape(rank, rank == 2 ? 90 : 24), seed);
    WriteOptions options{.compression = compressions[below(4)], .overwrite = true};
    options.chunk = random_shape(rank, rank == 2 ? 40 : 12);
    if (below(2) == 0) options.shard = times(options.chunk, {1 + below(3), 1 + below(3), 1 + below(3)});
    const fs::path file = folder_ / "a.ome.zarr";
    const auto sink = open_sink(file, image.type(), options);
    EXPECT_TRUE(sink->takes_any_order());
    std::vector<std::thread> threads;
    for (int share = 0; share < 3; ++share) threads.emplace_back([&, share] { write_share(*sink, image, share, 3); });
    for (std::thread& thread : threads) thread.join();
    sink->close();
    EXPECT_TRUE(same(read_image(file), image));
    const FileInfo info = describe(file);
    EXPECT_EQ(info.chunk, options.chunk);
    const bool is_sharded = options.shard.rank() > 0 && options.shard != options.chunk;
    EXPECT_EQ(info.shard, is_sharded ? options.shard : Shape());
    EXPECT_EQ(entry_count(), 1);
    const auto source = open_source(file);
    std::int64_t origin[max_rank] = {}, extents[max_rank] = {}, offset = 0;
    for (int axis = 0; axis < rank; ++axis) {
      origin[axis] = below(image.shape()[axis]);
      extents[axis] = 1 + below(image.shape()[axis] - origin[axis]);
      offset += origin[axis] * image.view().stride(axis);
    }
    Image part(image.dtype(), Shape(extents, rank));
    source->read(origin, part);
    const auto* first = static_cast<const std::byte*>(image.data()) + offset;
    EXPECT_TRUE(same(part, ConstImageView(first, image.dtype(), part.shape(), image.view().strides())));
  }
}

TEST_F(Zarr, is_resumed) {
  const Image image = noise(DType::uint16, {70, 50});
  const fs::path file = folder_ / "a.ome.zarr";
  const WriteOptions options{.chunk = {16, 16}, .pyramid = "mean"};
  std::vector<std::uint64_t> digests;
  {
    const auto sink = open_kept(file, image.type(), options);
    digests = write_share(*sink, image, 0, 2);
    sink->flush();
    expect_error(ErrorKind::call, {"a.ome.zarr", "was not written"}, [&] { sink->close(); });
  }
  EXPECT_FALSE(fs::exists(file));
  // A part of each level is damaged, and one is lost; parts 0, 2, 4 of the full image were written.
  store(partial_of(file) / "0" / "c" / "0" / "0", "half a chunk");
  fs::remove(partial_of(file) / "0" / "c" / "0" / "2");
  fs::create_directories(partial_of(file) / "1" / "c" / "0");
  store(partial_of(file) / "1" / "c" / "0" / "0", "half a chunk");
  const auto sink = open_kept(file, image.type(), options);
  EXPECT_EQ(recover_share(*sink, image.shape(), 0, 2, digests), static_cast<int>(digests.size()) - 2);
  for (const std::int64_t column : {0, 2}) {
    const std::int64_t origin[] = {0, column * 16};
    sink->write(origin, crop(image.view(), origin, Shape({16, 16})));
  }
  write_share(*sink, image, 1, 2);
  sink->close();
  EXPECT_TRUE(same(read_image(file), image));
  EXPECT_EQ(entry_count(), 1);
  // The same in one go.
  write_image(folder_ / "b.ome.zarr", image, {.chunk = {16, 16}, .pyramid = "mean"});
  for (int level = 0; level < 4; ++level)
    EXPECT_TRUE(same(read_image(file, {.level = level}), read_image(folder_ / "b.ome.zarr", {.level = level})));
}

TEST_F(Zarr, begins_anew_where_what_is_left_is_of_another_image) {
  const fs::path file = folder_ / "a.zarr";
  const WriteOptions options{.chunk = {16, 16}};
  const Image old = noise(DType::uint16, {70, 50});
  const auto digests = write_share(*open_kept(file, old.type(), options), old, 0, 1);
  const Image image = noise(DType::uint8, {70, 50});
  const auto sink = open_kept(file, image.type(), options);
  EXPECT_EQ(recover_share(*sink, image.shape(), 0, 1, digests), 0);
  write_share(*sink, image, 1, 2);
  expect_error(ErrorKind::call, {"was not written"}, [&] { sink->close(); });
  write_share(*sink, image, 0, 2);
  sink->close();
  EXPECT_TRUE(same(read_image(file), image));
}

TEST_F(Zarr, leaves_nothing_without_close) {
  const Image image = noise(DType::uint8, {70, 50});
  write_share(*open_sink(folder_ / "a.ome.zarr", image.type(), {}), image, 0, 1);
  EXPECT_EQ(entry_count(), 0);
}

TEST_F(Zarr, replaces_only_where_asked) {
  const Image old = noise(DType::uint8, {70, 50}), image = noise(DType::uint8, {30, 20}, 5);
  write_image(folder_ / "a.zarr", old);
  expect_error(ErrorKind::io, {"a.zarr", "exists"}, [&] { write_image(folder_ / "a.zarr", image); });
  EXPECT_TRUE(same(read_image(folder_ / "a.zarr"), old));
  write_image(folder_ / "a.zarr", image, {.overwrite = true});
  EXPECT_TRUE(same(read_image(folder_ / "a.zarr"), image));
  EXPECT_EQ(entry_count(), 1);
}

// The level after `image` by the definition, a pixel at a time.
template <class T>
std::vector<T> halved(const std::vector<T>& image, std::int64_t height, std::int64_t width, bool mean) {
  std::vector<T> out;
  for (std::int64_t y = 0; y < height; y += 2)
    for (std::int64_t x = 0; x < width; x += 2) {
      double sum = 0;
      int count = 0;
      for (std::int64_t i = y; i < std::min(y + 2, height); ++i)
        for (std::int64_t j = x; j < std::min(x + 2, width); ++j, ++count)
          sum += static_cast<double>(image[static_cast<std::size_t>(i * width + j)]);
      out.push_back(mean ? static_cast<T>(std::floor(sum / count + 0.5))
                         : image[static_cast<std::size_t>(y * width + x)]);
    }
  return out;
}

TEST_F(Zarr, has_levels_of_means_or_of_first_pixels) {
  for (const bool mean : {true, false}) {
    const Image image = noise(DType::int16, {75, 50});
    const fs::path file = folder_ / (mean ? "mean.ome.zarr" : "nearest.ome.zarr");
    const std::vector<Axis> axes = {{"y", "micrometer", 0.5}, {"x", "micrometer", 0.25}};
    write_image(file, image, {.metadata = {.axes = axes}, .chunk = {11, 13}, .pyramid = mean ? "mean" : "nearest"});
    const FileInfo info = describe(file);
    const std::vector<Shape> shapes = {{75, 50}, {38, 25}, {19, 13}, {10, 7}};
    EXPECT_EQ(info.levels, shapes);
    EXPECT_EQ(info.metadata.axes, axes);
    EXPECT_EQ(describe(file, {.level = 2}).metadata.axes[1].scale, 1);
    const auto* data = static_cast<const std::int16_t*>(image.data());
    std::vector<std::int16_t> expected(data, data + 75 * 50);
    for (int level = 0; level < 4; ++level) {
      const Shape& shape = shapes[static_cast<std::size_t>(level)];
      EXPECT_TRUE(same(read_image(file, {.level = level}), ConstImageView(expected.data(), DType::int16, shape)));
      expected = halved(expected, shape[0], shape[1], mean);
    }
    expect_error(ErrorKind::call, {"level 4", "0 to 3"}, [&] { (void)read_image(file, {.level = 4}); });
  }
  expect_error(ErrorKind::call, {".ome.zarr"}, [&] {
    write_image(folder_ / "a.zarr", noise(DType::uint8, {9, 9}), {.pyramid = "mean"});
  });
}

TEST_F(Zarr, rounds_means_of_every_dtype_to_nearest) {
  const std::int64_t wide[] = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX - 2, -3, -2, -3, -3};
  const std::int64_t expected[] = {INT64_MAX, -3};
  Image in(DType::int64, {2, 4}), out(DType::int64, {1, 2});
  const int order[] = {0, 1, 4, 5, 2, 3, 6, 7};
  for (int i = 0; i < 8; ++i) static_cast<std::int64_t*>(in.data())[i] = wide[order[i]];
  shrink(Shrink::mean, {}, in, out);
  EXPECT_EQ(std::memcmp(out.data(), expected, sizeof expected), 0);
  const float reals[] = {1, 2, 4, 5.5f, 1, 1};
  Image means(DType::float32, {1, 2});
  shrink(Shrink::mean, {}, ConstImageView(reals, DType::float32, {2, 3}), means);
  EXPECT_EQ(static_cast<float*>(means.data())[0], (1 + 2 + 5.5f + 1) / 4);
  EXPECT_EQ(static_cast<float*>(means.data())[1], 2.5f);
}

TEST_F(Zarr, holds_labels_beside_an_image) {
  const fs::path file = folder_ / "a.ome.zarr";
  const Image image = noise(DType::uint8, {40, 30}), labels = noise(DType::uint32, {40, 30});
  write_image(file, image);
  write_image(file / "labels" / "cells", labels, {.pyramid = "nearest"});
  write_image(file / "labels" / "nuclei", labels);
  EXPECT_TRUE(same(read_image(file), image));
  EXPECT_TRUE(same(read_image(file / "labels" / "cells"), labels));
  EXPECT_TRUE(same(read_image(file / "0"), image));
  const std::string list = load(file / "labels" / "zarr.json");
  EXPECT_LT(list.find("cells"), list.find("nuclei"));
  EXPECT_NE(load(file / "labels" / "cells" / "zarr.json").find("image-label"), std::string::npos);
  expect_error(ErrorKind::input, {"cells"}, [&] { (void)read_image(file / "labels"); });
}

const std::string metadata_begin =
    R"({"zarr_format":3,"node_type":"array","data_type":"uint8","chunk_key_encoding":{"name":"default"},)";
const std::string raw = R"("codecs":[{"name":"bytes"}],)";

TEST_F(Zarr, cuts_further_axes_where_asked) {
  const fs::path file = folder_ / "a.zarr";
  fs::create_directories(file / "c" / "0" / "1" / "0");
  store(file / "zarr.json", metadata_begin + raw +
                                R"("shape":[1,3,2,2],"fill_value":7,"dimension_names":["t","c","y","x"],)"
                                R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[1,1,2,2]}}})");
  store(file / "c" / "0" / "1" / "0" / "0", "abcd");
  expect_error(ErrorKind::input, {"its axes are t=1, c=3, y=2, x=2", "choose one position on c", "`select=c=N`"},
               [&] { (void)read_image(file); });
  EXPECT_EQ(describe(file).type.shape, Shape({2, 2}));
  EXPECT_NE(describe(file).refusal, "");
  expect_error(ErrorKind::call, {"c=3", "0 to 2"}, [&] { (void)describe(file, {.select = "c=3"}); });
  expect_error(ErrorKind::call, {"'q'", "t, c, y, x"}, [&] { (void)describe(file, {.select = "c=1,q=0"}); });
  for (const char* wrong : {"c", "=1", "c=", "c=x", "c=-1", "c=1,,", "c=99999999999999999999"})
    expect_error(ErrorKind::call, {"select"}, [&] { (void)describe(file, {.select = wrong}); });
  expect_error(ErrorKind::input, {"1 axes"}, [&] { (void)describe(file, {.select = "c=1,y=0"}); });
  EXPECT_EQ(std::memcmp(read_image(file, {.select = "c=1"}).data(), "abcd", 4), 0);
  EXPECT_EQ(std::memcmp(read_image(file, {.select = "t=0,c=2"}).data(), "\7\7\7\7", 4), 0);
  EXPECT_EQ(describe(file, {.select = "c=1"}).metadata.axes[1].name, "x");
  expect_error(ErrorKind::call, {"select", "PNG"}, [&] { (void)describe("a.png", {.select = "c=1"}); });
}

TEST_F(Zarr, refuses_what_it_does_not_read_by_name) {
  const fs::path file = folder_ / "a.zarr";
  fs::create_directories(file);
  const std::string grid = R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[2,2]}},)";
  const auto refuse = [&](ErrorKind kind, const std::string& rest, const std::string& word) {
    store(file / "zarr.json", metadata_begin + rest + R"("fill_value":0})");
    expect_error(kind, {"zarr", word}, [&] { (void)describe(file); });
  };
  const std::string shape = R"("shape":[4,4],)";
  refuse(ErrorKind::input, shape + grid + R"("codecs":[{"name":"transpose","configuration":{"order":[1,0]}}],)",
         "transpose");
  refuse(ErrorKind::input, shape + grid + R"("codecs":[{"name":"bytes"},{"name":"lzma"}],)", "lzma");
  refuse(ErrorKind::io, shape + grid + R"("codecs":[],)", "codecs");
  refuse(ErrorKind::io, grid + raw, "shape");
  refuse(ErrorKind::io, R"("shape":[4,0],)" + grid + raw, "shape");
  refuse(ErrorKind::io, R"("shape":[4],)" + grid + raw, "axes");
  refuse(ErrorKind::resource, R"("shape":[9000000000000000000,9],)" + grid + raw, "64 bits");
  refuse(ErrorKind::input, shape + R"("chunk_grid":{"name":"rectilinear"},)" + raw, "chunk_grid");
  fs::remove(file / "zarr.json");
  store(file / ".zarray", R"({"zarr_format":2,"shape":[4,4],"chunks":[2,2],"dtype":"|u1","fill_value":0,"order":"F"})");
  expect_error(ErrorKind::input, {"order", "'F'"}, [&] { (void)describe(file); });
  store(file / ".zarray", R"({"zarr_format":2,"shape":[4,4],"chunks":[2,2],"dtype":"|u1","fill_value":0,"order":"C",)"
                          R"("filters":[{"id":"delta"}]})");
  expect_error(ErrorKind::input, {"filters", "delta"}, [&] { (void)describe(file); });
  store(file / ".zarray", R"({"zarr_format":2,"shape":[4,4],"chunks":[2,2],"dtype":"<c8","fill_value":0,"order":"C"})");
  expect_error(ErrorKind::input, {"dtype", "<c8"}, [&] { (void)describe(file); });
}

// A chunk that could not be as large as it says is refused before memory is asked for.
TEST_F(Zarr, checks_claims_before_memory_is_asked_for) {
  const fs::path file = folder_ / "a.zarr";
  fs::create_directories(file / "c" / "0");
  store(file / "zarr.json",
        metadata_begin + raw +
            R"("shape":[4,4],"fill_value":0,)"
            R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[3000000,3000000]}}})");
  store(file / "c" / "0" / "0", "abcd");
  expect_error(ErrorKind::io, {"c/0/0", "claims"}, [&] { (void)read_image(file); });
  const std::string shard =
      R"("codecs":[{"name":"sharding_indexed","configuration":{"chunk_shape":[1,1],"codecs":[{"name":"bytes"}],)"
      R"("index_codecs":[{"name":"bytes"},{"name":"crc32c"}]}}],)";
  store(file / "zarr.json", metadata_begin + shard +
                                R"("shape":[4,4],"fill_value":0,)"
                                R"("chunk_grid":{"name":"regular","configuration":{"chunk_shape":[300000,300000]}}})");
  expect_error(ErrorKind::io, {"c/0/0", "index"}, [&] { (void)read_image(file); });
}

TEST_F(Zarr, tells_a_broken_shard) {
  const fs::path file = folder_ / "a.zarr";
  const Image image = noise(DType::uint8, {32, 32});
  write_image(file, image, {.compression = "none", .chunk = {16, 16}, .shard = {32, 32}});
  const fs::path shard = file / "c" / "0" / "0";
  const std::string whole = load(shard);
  ASSERT_EQ(whole.size(), 32u * 32 + 4 * 16 + 4);
  std::string broken = whole;
  broken[whole.size() - 20] = static_cast<char>(broken[whole.size() - 20] ^ 1);
  store(shard, broken);
  expect_error(ErrorKind::io, {"c/0/0", "check sum"}, [&] { (void)read_image(file); });
  store(shard, whole.substr(0, whole.size() - 1));
  expect_error(ErrorKind::io, {"c/0/0"}, [&] { (void)read_image(file); });
}

TEST(Crc32c, is_that_of_the_standard) {
  const char digits[] = "123456789";
  EXPECT_EQ(crc32c(std::as_bytes(std::span(digits, 9))), 0xe3069283u);
  const std::vector<std::byte> zeros(32);
  EXPECT_EQ(crc32c(zeros), 0x8a9136aau);
}

}  // namespace
}  // namespace preamar::test
