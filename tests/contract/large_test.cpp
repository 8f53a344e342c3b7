// More than 2^31 pixels, compared with a formula. Prints its time in seconds and its memory.
#include <preamar/reconstruct.h>

#include "platform/process.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

namespace preamar {
namespace {

constexpr std::int64_t side = 46400;  // 2,152,960,000 pixels
constexpr std::int64_t band = 1024;   // rows from one wall to the next
constexpr std::int64_t room = 3000;   // closed rooms begin at columns that are multiples of this
constexpr std::uint8_t wall = 10, source = 250;

// Bands connected to one winding corridor: the wall below each has a gap at alternate ends. Heights grow from band to
// band downwards, so water that enters at the bottom ends at each band's own height. Closed rooms stay dry.
std::uint8_t height(std::int64_t y) { return static_cast<std::uint8_t>(100 + 3 * (y / band)); }

struct Rows {
  std::vector<std::uint8_t> mask, answer;

  void make(std::int64_t y) {
    mask.assign(side, height(y));
    if (y % band == band - 1) {
      std::memset(mask.data(), wall, side);
      mask[static_cast<std::size_t>(y / band % 2 == 0 ? 0 : side - 1)] = height(y);
    }
    answer = mask;
    const std::int64_t in_band = y % band;
    if (in_band < 300 || in_band > 700) return;
    for (std::int64_t x = room; x + 200 < side; x += room) {
      const bool edge = in_band == 300 || in_band == 700;
      std::memset(&answer[static_cast<std::size_t>(x)], wall, 201);
      if (edge) std::memset(&mask[static_cast<std::size_t>(x)], wall, 201);
      mask[static_cast<std::size_t>(x)] = mask[static_cast<std::size_t>(x + 200)] = wall;
    }
  }
};

TEST(Large, more_than_two_to_the_31_pixels) {
  const std::int64_t memory = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  if (memory < std::int64_t{12} << 30) GTEST_SKIP() << "needs 12 GiB of memory";
  Image mask(DType::uint8, {side, side}), image(DType::uint8, {side, side});
  ASSERT_GT(mask.shape().count(), std::int64_t{1} << 31);
  auto* const limits = static_cast<std::uint8_t*>(mask.data());
  auto* const state = static_cast<std::uint8_t*>(image.data());
  Rows rows;
  for (std::int64_t y = 0; y < side; ++y) {
    rows.make(y);
    std::memcpy(limits + y * side, rows.mask.data(), side);
  }
  std::memset(state, 0, static_cast<std::size_t>(side * side));
  state[side * side - 1] = source;

  const auto begin = std::chrono::steady_clock::now();
  reconstruct(image, mask, image, {.connectivity = 1});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("%s uint8: %.1f s, peak memory %.2f bytes per pixel\n", mask.shape().text().c_str(), seconds.count(),
              static_cast<double>(os_peak_memory()) / static_cast<double>(side * side));

  for (std::int64_t y = 0; y < side; ++y) {
    rows.make(y);
    ASSERT_EQ(std::memcmp(state + y * side, rows.answer.data(), side), 0) << "row " << y;
    ASSERT_EQ(std::memcmp(limits + y * side, rows.mask.data(), side), 0) << "the mask's row " << y;
  }
}

}  // namespace
}  // namespace preamar
