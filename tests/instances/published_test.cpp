// The images that articles describe: their geometry, and the numbers that the articles report of them.
#include <preamar/generate.h>
#include <preamar/label.h>
#include <preamar/reconstruct.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace preamar::test {
namespace {

std::span<const std::uint8_t> bytes_of(const Image& image) {
  return {static_cast<const std::uint8_t*>(image.data()), static_cast<std::size_t>(image.shape().count())};
}

// The distance of a pixel from a circle: negative inside.
double beyond(double row, double column, double centre_row, double centre_column, double radius) {
  return std::hypot(row - centre_row, column - centre_column) - radius;
}

void expect_background(std::string_view name, std::int64_t n,
                       const std::function<bool(double, double)>& is_background) {
  const auto images = generate(name, n);
  const auto pixels = bytes_of(images[0]);
  for (std::int64_t i = 0; i < n * n; ++i)
    ASSERT_EQ(pixels[static_cast<std::size_t>(i)] == 0,
              is_background(static_cast<double>(i / n), static_cast<double>(i % n)))
        << name << " of " << n << ", row " << i / n << ", column " << i % n;
}

TEST(Published, CirclesLieWhereTheArticlePutsThem) {
  for (const std::int64_t n : {64, 96, 200, 1024}) {
    const double size = static_cast<double>(n), half = size / 2;
    const auto is_on_16 = [&](double row, double column) {
      double nearest = size;
      for (double y = size / 8; y < size; y += size / 4)
        for (double x = size / 8; x < size; x += size / 4) {
          const double from = beyond(row, column, y, x, size / 16);
          if (std::abs(from) < std::abs(nearest)) nearest = from;
        }
      return -0.5 <= nearest && nearest < 0.5;
    };
    const auto from_big = [&](double row, double column) { return beyond(row, column, size - 1, half, half); };
    const auto from_central = [&](double row, double column) { return beyond(row, column, half, half, size / 4); };
    expect_background("iwpp-16-circles", n, is_on_16);
    expect_background("iwpp-big-circle", n, [&](double row, double column) {
      return -0.5 <= from_big(row, column) && from_big(row, column) < 0.5;
    });
    expect_background("iwpp-big-disk", n, [&](double row, double column) { return from_big(row, column) < 0.5; });
    expect_background("iwpp-central-circle", n, [&](double row, double column) {
      return -0.5 <= from_central(row, column) && from_central(row, column) < 0.5;
    });
  }
}

// Propagates the marker once from each side of the image, as the article does before its wavefront.
void scan_from_each_side(std::span<std::uint8_t> marker, std::span<const std::uint8_t> mask, std::int64_t n) {
  const auto scan = [&](std::int64_t step, std::int64_t across, bool backwards) {
    for (std::int64_t i = 1; i < n; ++i)
      for (std::int64_t k = 0; k < n; ++k) {
        const auto at = static_cast<std::size_t>((backwards ? n - 1 - i : i) * step + k * across);
        const auto before = static_cast<std::size_t>((backwards ? n - i : i - 1) * step + k * across);
        marker[at] = std::min(std::max(marker[at], marker[before]), mask[at]);
      }
  };
  for (const bool backwards : {false, true}) scan(n, 1, backwards);
  for (const bool backwards : {false, true}) scan(1, n, backwards);
}

// The article reports 91.62 to 91.64 %, for four random pairs, with neighbours that share an edge.
TEST(Published, ScansLeaveTheShareOfTheRandomPairsRightThatTheArticleReports) {
  const std::int64_t n = 2048;
  auto images = generate("iwpp-random-pair", n);
  const Image result = reconstruct(images[0], images[1], {.connectivity = 1});
  scan_from_each_side({static_cast<std::uint8_t*>(images[0].data()), static_cast<std::size_t>(n * n)},
                      bytes_of(images[1]), n);
  const auto scanned = bytes_of(images[0]), right = bytes_of(result);
  std::int64_t equal = 0;
  for (std::size_t i = 0; i < right.size(); ++i) equal += scanned[i] == right[i] ? 1 : 0;
  EXPECT_NEAR(100.0 * static_cast<double>(equal) / static_cast<double>(n * n), 91.63, 0.05);
}

// Objects of the volumes whose voxels share faces.
TEST(Published, VolumesHaveTheObjectsOfTheirNames) {
  const auto objects = [](std::string_view name, std::int64_t n) {
    return label(generate(name, n)[0], {.connectivity = 1}).count;
  };
  EXPECT_EQ(objects("chess3d", 64), 64 * 64 * 64 / 2);
  EXPECT_EQ(objects("tomography-blocks", 96), 8 * 8);
  for (const std::string_view name : {"tomography-spiral", "spiral3d", "snake3d"}) EXPECT_EQ(objects(name, 64), 1);
}

TEST(Published, BlocksAndTheSpiralAreTheSameInEveryPlane) {
  for (const std::string_view name : {"tomography-blocks", "tomography-spiral"}) {
    const std::int64_t n = 50;
    const auto images = generate(name, n);
    const auto pixels = bytes_of(images[0]);
    const auto plane = static_cast<std::size_t>(n * n);
    for (std::size_t z = 1; z < static_cast<std::size_t>(n); ++z)
      EXPECT_TRUE(std::ranges::equal(pixels.subspan(z * plane, plane), pixels.first(plane))) << name << " " << z;
  }
}

}  // namespace
}  // namespace preamar::test
