// From the samples of a pixel to one channel: red to alpha, luminance and stains.
#include "core/digest.h"
#include "io/colour/samples.h"
#include "io/colour/stains.h"
#include "support.h"
#include "tools/cases.h"

#include <preamar/unmix_stains.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace preamar::test {
using namespace io;
namespace {

// An image in memory, read in chunks.
class MemorySamples : public SampleSource {
 public:
  MemorySamples(DType dtype, const Shape& shape, const Shape& chunk, int samples, Random& random)
      : SampleSource("memory.tif"), bytes_(static_cast<std::size_t>(shape.count() * samples * size_of(dtype))) {
    info_.format = "memory";
    info_.type = {dtype, shape};
    info_.chunk = chunk;
    info_.samples = samples;
    for (std::uint8_t& byte : bytes_) byte = static_cast<std::uint8_t>(random.one_in(9) ? 0 : random.next());
  }
  MemorySamples(const MemorySamples& other) : SampleSource(other.file()), bytes_(other.bytes_) { info_ = other.info_; }
  MemorySamples& operator=(const MemorySamples&) = delete;

  void read_samples(const std::int64_t* origin, const Shape& shape, void* to) override {
    auto* at = static_cast<std::uint8_t*>(to);
    const int rank = shape.rank();
    const Shape& all = info_.type.shape;
    const std::int64_t pixel = info_.samples * size_of(info_.type.dtype);
    for (std::int64_t z = 0; z < (rank == 3 ? shape[0] : 1); ++z)
      for (std::int64_t y = 0; y < shape[rank - 2]; ++y) {
        const std::int64_t row = (rank == 3 ? (origin[0] + z) * all[1] : 0) + origin[rank - 2] + y;
        const std::int64_t bytes = shape[rank - 1] * pixel;
        std::memcpy(at, bytes_.data() + (row * all[rank - 1] + origin[rank - 1]) * pixel,
                    static_cast<std::size_t>(bytes));
        at += bytes;
      }
  }

  [[nodiscard]] double value(std::int64_t pixel, int sample) const {
    const auto index = static_cast<std::size_t>(pixel * info_.samples + sample);
    if (info_.type.dtype == DType::uint8) return bytes_[index];
    std::uint16_t found;
    std::memcpy(&found, bytes_.data() + 2 * index, 2);
    return found;
  }
  [[nodiscard]] const void* data() const { return bytes_.data(); }

 private:
  std::vector<std::uint8_t> bytes_;
};

Image whole(const MemorySamples& samples, const ReadOptions& options) {
  const auto source = choose_channel(std::make_unique<MemorySamples>(samples), options);
  Image image(source->info().type);
  const std::int64_t origin[max_rank] = {};
  source->read(origin, image);
  return image;
}

double at(ConstImageView image, std::int64_t i) {
  const auto* bytes = static_cast<const std::byte*>(image.data()) + i * size_of(image.dtype());
  if (image.dtype() == DType::uint8) return static_cast<double>(*bytes);
  std::uint16_t small;
  std::memcpy(&small, bytes, 2);
  if (image.dtype() == DType::uint16) return small;
  float real;
  std::memcpy(&real, bytes, 4);
  return static_cast<double>(real);
}

double density(double value, double highest) { return std::log(std::max(value / highest, 1e-6)) / std::log(1e-6); }

TEST(Colour, channels_of_any_image) {
  Random random(run_seed());
  for (int round = 0; round < 60; ++round) {
    const DType dtype = random.one_in(2) ? DType::uint8 : DType::uint16;
    const bool is_volume = random.one_in(2);
    std::int64_t extents[max_rank], chunks[max_rank];
    for (int axis = 0; axis < 3; ++axis) {
      extents[axis] = 1 + random.below(9);
      chunks[axis] = 1 + random.below(7);
    }
    const int samples = 2 + static_cast<int>(random.below(3));
    const MemorySamples image(dtype, Shape(extents, is_volume ? 3 : 2), Shape(chunks, is_volume ? 3 : 2), samples,
                              random);
    const double highest = dtype == DType::uint8 ? 255 : 65535;
    const Image grey = whole(image, {.channel = "luminance"});
    const Image last = whole(image, {.channel = samples == 3 ? "blue" : "alpha"});
    ASSERT_EQ(grey.dtype(), dtype);
    for (std::int64_t i = 0; i < grey.shape().count(); ++i) {
      const double expected =
          samples == 2
              ? image.value(i, 0)
              : std::floor((2125 * image.value(i, 0) + 7154 * image.value(i, 1) + 721 * image.value(i, 2) + 5000) /
                           10000);
      ASSERT_EQ(at(grey, i), expected);
      ASSERT_EQ(at(last, i), image.value(i, samples - 1));
    }
    if (samples == 2) continue;
    // The inverse of the default stains as scikit-image has it; columns are the stains.
    const double inverse[3][3] = {{1.8779827368521356, -1.0076786862855642, -0.5561158181996246},
                                  {-0.06590806222356334, 1.1347303724996625, -0.13552179862837116},
                                  {-0.6019073634392891, -0.4804141884970579, 1.5735880719641926}};
    const char* const names[] = {"haematoxylin", "eosin", "dab"};
    for (int stain = 0; stain < 3; ++stain) {
      const Image found = whole(image, {.channel = names[stain]});
      const Image scaled = whole(image, {.channel = names[stain], .channel_range = {{0.1, 0.6}}});
      ASSERT_EQ(found.dtype(), DType::float32);
      ASSERT_EQ(scaled.dtype(), DType::uint8);
      for (std::int64_t i = 0; i < found.shape().count(); ++i) {
        double expected = 0;
        for (int sample = 0; sample < 3; ++sample)
          expected += density(image.value(i, sample), highest) * inverse[sample][stain];
        ASSERT_NEAR(at(found, i), std::max(expected, 0.0), 1.2e-7);
        const double steps = (at(found, i) - 0.1) / (0.6 - 0.1) * 255;
        ASSERT_EQ(at(scaled, i), std::floor(std::clamp(steps, 0.0, 255.0) + 0.5));
      }
    }
  }
}

TEST(Colour, regions_are_those_of_the_whole_image) {
  Random random(run_seed());
  for (int round = 0; round < 60; ++round) {
    const Shape shape({1 + random.below(5), 1 + random.below(12), 1 + random.below(12)});
    const Shape chunk({1 + random.below(3), 1 + random.below(5), 1 + random.below(5)});
    const MemorySamples image(DType::uint8, shape, chunk, 3, random);
    const ReadOptions options = {.channel = random.one_in(2) ? "green" : "residual"};
    const Image all = whole(image, options);
    const ConstImageView expected = all;
    std::int64_t origin[max_rank], extents[max_rank], offset = 0;
    for (int axis = 0; axis < 3; ++axis) {
      origin[axis] = random.below(shape[axis]);
      extents[axis] = 1 + random.below(shape[axis] - origin[axis]);
      offset += origin[axis] * expected.stride(axis);
    }
    Image part(expected.dtype(), Shape(extents, 3));
    choose_channel(std::make_unique<MemorySamples>(image), options)->read(origin, part);
    const auto* first = static_cast<const std::byte*>(expected.data()) + offset;
    ASSERT_TRUE(same(part, ConstImageView(first, expected.dtype(), part.shape(), expected.strides())));
  }
}

TEST(Colour, unmix_stains_has_the_bytes_of_the_channels) {
  Random random(run_seed());
  const std::vector<double> own = {0.6, 0.7, 0.4, 0.1, 0.9, 0.2};
  for (const DType dtype : {DType::uint8, DType::uint16})
    for (const std::vector<double>& stains : {std::vector<double>{}, own}) {
      const MemorySamples image(dtype, {13, 11}, {4, 4}, 3, random);
      const Image all = unmix_stains(ConstImageView(image.data(), dtype, {13, 11, 3}), stains);
      const char* const names[] = {"haematoxylin", "eosin", stains.empty() ? "dab" : "residual"};
      for (int stain = 0; stain < 3; ++stain) {
        const Image one = whole(image, {.channel = names[stain], .stains = stains});
        for (std::int64_t i = 0; i < one.shape().count(); ++i) ASSERT_EQ(at(one, i), at(all, 3 * i + stain));
      }
    }
}

TEST(Colour, the_residual_of_two_stains_is_their_cross_product) {
  Random random(run_seed());
  const MemorySamples image(DType::uint8, {9, 9}, {9, 9}, 3, random);
  const std::vector<double> two = {0.65, 0.70, 0.29, 0.07, 0.99, 0.11};
  std::vector<double> three = two;
  for (const double number : {0.70 * 0.11 - 0.29 * 0.99, 0.29 * 0.07 - 0.65 * 0.11, 0.65 * 0.99 - 0.70 * 0.07})
    three.push_back(number);
  const Image expected = whole(image, {.channel = "residual"});
  EXPECT_TRUE(same(whole(image, {.channel = "residual", .stains = two}), expected));
  EXPECT_TRUE(same(whole(image, {.channel = "dab", .stains = three}), expected));
  EXPECT_TRUE(same(whole(image, {.channel = "residual", .stains = three}), expected));
}

// The same bytes on every machine: no logarithm comes from the system's library.
TEST(Colour, bytes_of_densities_and_stains) {
  const std::uint8_t pixels[] = {255, 255, 255, 0, 0, 0, 254, 255, 255, 1, 2, 128};
  const Image found = unmix_stains(ConstImageView(pixels, DType::uint8, {1, 4, 3}));
  const float expected[] = {0,
                            0,
                            0,
                            0x1.35cd86p+0F,
                            0,
                            0x1.c38f02p-1F,  //
                            0x1.180824p-11F,
                            0,
                            0,
                            0x1.66715cp-1F,
                            0,
                            0};
  EXPECT_EQ(digest(found), digest(ConstImageView(expected, DType::float32, {1, 4, 3})));
  EXPECT_EQ(digest(std::as_bytes(std::span(optical_density(std::uint8_t{}), 256))), 3646378601916074329U);
  EXPECT_EQ(digest(std::as_bytes(std::span(optical_density(std::uint16_t{}), 65536))), 9518713066296229212U);
}

TEST(Colour, what_cannot_be_chosen) {
  Random random(run_seed());
  const MemorySamples rgb(DType::uint8, {2, 2}, {2, 2}, 3, random), grey(DType::uint8, {2, 2}, {2, 2}, 2, random);
  const auto refused = [](const MemorySamples& image, const ReadOptions& options, ErrorKind kind,
                          const std::vector<std::string>& words) {
    expect_error(kind, words, [&] { (void)whole(image, options); });
  };
  refused(rgb, {}, ErrorKind::input,
          {"has 3 samples per pixel (RGB); choose one with `channel=luminance`, red, green, blue, haem"});
  refused(rgb, {.channel = "alpha"}, ErrorKind::input, {"(RGB) and no alpha"});
  refused(grey, {}, ErrorKind::input, {"2 samples per pixel (grey, alpha)", "`channel=luminance`, alpha"});
  refused(grey, {.channel = "eosin"}, ErrorKind::input, {"and no eosin"});
  refused(rgb, {.channel = "pink"}, ErrorKind::call, {"'pink' is unknown", "luminance, red"});
  refused(rgb, {.channel = "red", .stains = {1, 2}}, ErrorKind::call, {"stains were given for channel 'red'"});
  refused(rgb, {.channel = "dab", .stains = {1, 2}}, ErrorKind::call, {"stains are 2 numbers"});
  refused(rgb, {.channel = "eosin", .stains = {1, 2, 3, 2, 4, 6}}, ErrorKind::call, {"linearly dependent"});
  refused(rgb, {.channel = "dab", .stains = {1, 0, 0, 0, 1, 0}}, ErrorKind::call, {"third of nine"});
  refused(rgb, {.channel = "red", .channel_range = {{3, 3}}}, ErrorKind::call, {"channel_range 3, 3 is not a range"});
  refused(rgb, {.channel = "red", .channel_range = {{0, NAN}}}, ErrorKind::call, {"is not a range"});
}

}  // namespace
}  // namespace preamar::test
