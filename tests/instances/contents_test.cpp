// The contents of the images: areas, levels, and how the images of a pair belong together.
#include <preamar/generate.h>

#include "instances/hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace preamar::test {
namespace {

std::span<const std::uint8_t> bytes_of(const Image& image) {
  return {static_cast<const std::uint8_t*>(image.data()), static_cast<std::size_t>(image.shape().count())};
}

double percent_of(const Image& image, auto condition) {
  const auto pixels = bytes_of(image);
  return 100.0 * static_cast<double>(std::ranges::count_if(pixels, condition)) / static_cast<double>(pixels.size());
}

constexpr auto is_set = [](std::uint8_t pixel) { return pixel != 0; };

TEST(Contents, TissueCoversWhatItsNameSays) {
  for (const std::int64_t size : {1024, 4096})
    for (const int percent : {25, 50, 75}) {
      const auto images = generate("tissue-" + std::to_string(percent), size);
      EXPECT_NEAR(percent_of(images[0], [](std::uint8_t pixel) { return pixel != 230; }), percent, 3) << size;
    }
}

TEST(Contents, TissueHasTheLevelsOfTissue) {
  for (const std::string_view name : {"tissue", "tissue3d"}) {
    const auto images = generate(name, name == "tissue" ? 1024 : 128);
    double sum = 0, squares = 0;
    for (const double pixel : bytes_of(images[0])) sum += pixel, squares += pixel * pixel;
    const auto count = static_cast<double>(images[0].shape().count());
    const double mean = sum / count;
    EXPECT_NEAR(mean, 156, 8) << name;
    EXPECT_NEAR(std::sqrt(squares / count - mean * mean), 27, 3) << name;
    EXPECT_NEAR(percent_of(images[0], [](std::uint8_t pixel) { return pixel < 125; }), name == "tissue" ? 13 : 18, 3);
  }
}

TEST(Contents, FluorescentNucleiAreBrightAndLabelled) {
  const auto images = generate("fluorescence", 1024);
  const std::span labels(static_cast<const std::int32_t*>(images[1].data()), bytes_of(images[0]).size());
  EXPECT_TRUE(std::ranges::equal(
      bytes_of(images[0]), labels, {}, [](std::uint8_t pixel) { return pixel > 70; },
      [](std::int32_t label) { return label != 0; }));
  EXPECT_NEAR(percent_of(images[0], [](std::uint8_t pixel) { return pixel > 70; }), 13, 1);
  std::vector<std::int32_t> numbers(labels.begin(), labels.end());
  std::ranges::sort(numbers);
  EXPECT_EQ(std::ranges::distance(numbers.begin(), std::unique(numbers.begin(), numbers.end())), 1 + 709);
}

TEST(Contents, RandomPixelsKeepTheirShare) {
  for (const auto& [name, percent] : {std::pair{"random-10", 10},
                                      {"random-50", 50},
                                      {"random-90", 90},
                                      {"random-bg1", 99},
                                      {"random3d-20", 20},
                                      {"random3d-50", 50}}) {
    const auto images = generate(name, std::string_view(name).starts_with("random3d") ? 64 : 512);
    EXPECT_NEAR(percent_of(images[0], is_set), percent, 0.5) << name;
  }
  const auto blobs = generate("blobs", 1024);
  EXPECT_NEAR(percent_of(blobs[0], is_set), 50, 5);
}

TEST(Contents, MarkersLieUnderTheirMasks) {
  for (const Instance& instance : instances()) {
    if (instance.images != 2 || instance_type(instance.name, 8, 1).dtype == DType::int32) continue;
    const auto images = generate(instance.name, instance.rank == 2 ? 200 : 40);
    const auto marker = bytes_of(images[0]), mask = bytes_of(images[1]);
    EXPECT_TRUE(std::ranges::equal(marker, mask, std::ranges::less_equal{})) << instance.name;
    EXPECT_FALSE(std::ranges::equal(marker, mask)) << instance.name;
    EXPECT_GT(std::ranges::max(marker), 0) << instance.name;
  }
}

TEST(Contents, PairsOfTissueAreMadeFromIt) {
  const std::int64_t n = 100;
  const auto whole = generate("tissue-50", n), lowered = generate("tissue-50-h", n),
             border = generate("tissue-50-border", n);
  const auto pixels = bytes_of(whole[0]);
  EXPECT_TRUE(std::ranges::equal(pixels, bytes_of(lowered[1])));
  EXPECT_TRUE(std::ranges::equal(pixels, bytes_of(border[1])));
  for (std::int64_t i = 0; i < n * n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool outside = i / n == 0 || i / n == n - 1 || i % n == 0 || i % n == n - 1;
    EXPECT_EQ(bytes_of(lowered[0])[at], std::max(pixels[at] - 40, 0));
    EXPECT_EQ(bytes_of(border[0])[at], outside ? pixels[at] : 0);
  }
}

TEST(Contents, BorderMarkersOfVolumesCoverAllFaces) {
  const std::int64_t n = 20;
  const auto images = generate("tissue3d-border", n);
  const auto marker = bytes_of(images[0]), mask = bytes_of(images[1]);
  for (std::int64_t i = 0; i < n * n * n; ++i) {
    bool outside = false;
    for (const std::int64_t c : {i / (n * n), i / n % n, i % n}) outside |= c == 0 || c == n - 1;
    ASSERT_EQ(marker[static_cast<std::size_t>(i)], outside ? mask[static_cast<std::size_t>(i)] : 0) << i;
  }
}

TEST(Contents, GradientIsThatOfTissue) {
  const std::int64_t n = 77;
  const auto tissue = generate("tissue", n), seeds = generate("tissue-seeds", n);
  const auto f = [&](std::int64_t y, std::int64_t x) {
    return int{bytes_of(tissue[0])[static_cast<std::size_t>(y * n + x)]};
  };
  for (std::int64_t y = 0; y < n; ++y)
    for (std::int64_t x = 0; x < n; ++x) {
      const bool inside = y > 0 && x > 0 && y < n - 1 && x < n - 1;
      const int wanted =
          inside ? std::max(std::abs(f(y + 1, x) - f(y - 1, x)), std::abs(f(y, x + 1) - f(y, x - 1))) : 0;
      ASSERT_EQ(bytes_of(seeds[0])[static_cast<std::size_t>(y * n + x)], wanted) << y << " " << x;
    }
}

TEST(Contents, EverySeedIsASquareOfNine) {
  const auto images = generate("tissue-seeds", 2048);
  ASSERT_EQ(images[1].dtype(), DType::int32);
  const std::span labels(static_cast<const std::int32_t*>(images[1].data()), std::size_t{2048} * 2048);
  std::vector<int> sizes(141 * 141 + 1);
  for (const std::int32_t label : labels) ++sizes.at(static_cast<std::size_t>(label));
  for (std::size_t label = 1; label < sizes.size(); ++label) EXPECT_EQ(sizes[label], 9) << label;
}

TEST(Contents, EverySeedOfAVolumeIsACubeOf27) {
  const std::int64_t n = 200;
  const auto images = generate("tissue3d-seeds", n);
  ASSERT_EQ(images[1].dtype(), DType::int32);
  EXPECT_TRUE(std::ranges::equal(bytes_of(images[0]), bytes_of(generate("tissue3d", n)[0])));
  const auto* labels = static_cast<const std::int32_t*>(images[1].data());
  std::vector<int> sizes(27 * 27 * 27 + 1);
  for (std::int64_t i = 0; i < n * n * n; ++i) ++sizes.at(static_cast<std::size_t>(labels[i]));
  for (std::size_t label = 1; label < sizes.size(); ++label) EXPECT_EQ(sizes[label], 27) << label;
}

// All seeds in their order over the whole image.
std::vector<std::int32_t> stamped_seeds(std::int64_t size) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(size * size));
  for (std::int32_t label = 0; label < 141 * 141; ++label) {
    const std::uint64_t jitter = painters::draw(painters::key_of("seeds"), label / 141, label % 141);
    const auto centre = [&](std::int64_t cell, int field) {
      const std::int64_t place = cell * 65536 + 13107 + painters::bits16(jitter, field) * 39322 / 65536;
      return std::clamp<std::int64_t>(place * size / 141 / 65536, 1, size - 2);
    };
    const std::int64_t row = centre(label / 141, 0), column = centre(label % 141, 1);
    for (std::int64_t y = row - 1; y <= row + 1; ++y)
      for (std::int64_t x = column - 1; x <= column + 1; ++x)
        labels[static_cast<std::size_t>(y * size + x)] = label + 1;
  }
  return labels;
}

TEST(Contents, CrowdedSeedsCoverEarlierOnes) {
  for (const std::int64_t size : {8, 9, 50, 140, 141, 300, 450, 600}) {
    const auto images = generate("tissue-seeds", size);
    const auto* labels = static_cast<const std::int32_t*>(images[1].data());
    EXPECT_EQ(std::vector(labels, labels + size * size), stamped_seeds(size)) << size;
  }
}

TEST(Contents, ImagesThatShareAName) {
  const auto same = [](std::string_view a, std::string_view b) {
    const auto left = generate(a, 300), right = generate(b, 300);
    return std::ranges::equal(bytes_of(left[0]), bytes_of(right[0]));
  };
  EXPECT_TRUE(same("circles", "circles16"));
  EXPECT_TRUE(same("tissue", "tissue-100"));
  EXPECT_FALSE(same("tissue-25", "tissue-50"));
}

}  // namespace
}  // namespace preamar::test
