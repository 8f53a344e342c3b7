// The formulas of the corridors compared with a walker.
#include <preamar/generate.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace preamar::test {
namespace {

// A square in which a walker leaves 1 wherever it has been.
class Walk {
 public:
  explicit Walk(std::int64_t size) : size_(size), pixels_(static_cast<std::size_t>(size * size)) { mark(); }

  [[nodiscard]] bool inside(std::int64_t row, std::int64_t column) const {
    return row >= 0 && column >= 0 && row < size_ && column < size_;
  }
  [[nodiscard]] bool visited(std::int64_t row, std::int64_t column) const {
    return inside(row, column) && pixels_[static_cast<std::size_t>(row * size_ + column)] != 0;
  }
  // Goes one step, unless that leaves the square.
  bool step(std::int64_t down, std::int64_t right) {
    if (!inside(row_ + down, column_ + right)) return false;
    row_ += down;
    column_ += right;
    mark();
    return true;
  }
  // The same, unless it would be next to a visited pixel.
  bool careful_step(std::int64_t down, std::int64_t right) {
    return !visited(row_ + 2 * down, column_ + 2 * right) && step(down, right);
  }
  [[nodiscard]] const std::vector<std::uint8_t>& pixels() const { return pixels_; }

 private:
  void mark() { pixels_[static_cast<std::size_t>(row_ * size_ + column_)] = 1; }

  std::int64_t size_, row_ = 0, column_ = 0;
  std::vector<std::uint8_t> pixels_;
};

std::vector<std::uint8_t> walk_spiral(std::int64_t size) {
  Walk walk(size);
  std::int64_t down = 0, right = 1, steps = size;
  while (steps >= 3) {
    for (steps = 0; walk.careful_step(down, right);) ++steps;
    // Turn right.
    right = -std::exchange(down, right);
  }
  return walk.pixels();
}

std::vector<std::uint8_t> walk_snake(std::int64_t size) {
  Walk walk(size);
  std::int64_t right = 1;
  do {
    while (walk.step(0, right)) continue;
    right = -right;
  } while (walk.step(1, 0) && walk.step(1, 0));
  return walk.pixels();
}

std::vector<std::uint8_t> transposed(std::int64_t size, const std::vector<std::uint8_t>& pixels) {
  std::vector<std::uint8_t> out(pixels.size());
  for (std::int64_t y = 0; y < size; ++y)
    for (std::int64_t x = 0; x < size; ++x)
      out[static_cast<std::size_t>(x * size + y)] = pixels[static_cast<std::size_t>(y * size + x)];
  return out;
}

std::vector<std::uint8_t> pixels_of(ConstImageView image) {
  const auto* data = static_cast<const std::uint8_t*>(image.data());
  return {data, data + image.shape().count()};
}

std::vector<std::uint8_t> generated(std::string_view name, std::int64_t size) {
  return pixels_of(generate(name, size)[0]);
}

TEST(Corridors, AreWhatAWalkerLeaves) {
  for (std::int64_t size = 8; size <= 200; ++size) {
    SCOPED_TRACE(size);
    ASSERT_EQ(generated("spiral", size), walk_spiral(size));
    ASSERT_EQ(generated("snake", size), walk_snake(size));
    ASSERT_EQ(generated("serpentine", size), transposed(size, walk_snake(size)));
  }
}

struct Flood {
  std::int64_t reached = 0;
  std::int64_t ends = 0;   // pixels with one face neighbour
  std::int64_t forks = 0;  // pixels with more than two
};

// The pixels that are reachable from the origin through faces.
Flood flood(std::vector<std::uint8_t> pixels, std::int64_t size, int rank) {
  const std::int64_t steps[] = {1, size, size * size};
  Flood found;
  std::vector<std::int64_t> stack = {0};
  const std::vector<std::uint8_t> open = pixels;
  pixels[0] = 0;
  while (!stack.empty()) {
    const std::int64_t at = stack.back();
    stack.pop_back();
    ++found.reached;
    int neighbours = 0;
    for (int axis = 0; axis < rank; ++axis)
      for (const std::int64_t sign : {-1, 1}) {
        const std::int64_t coordinate = at / steps[axis] % size + sign;
        const auto next = static_cast<std::size_t>(at + sign * steps[axis]);
        if (coordinate < 0 || coordinate >= size || !open[next]) continue;
        ++neighbours;
        if (std::exchange(pixels[next], 0)) stack.push_back(static_cast<std::int64_t>(next));
      }
    found.ends += neighbours == 1;
    found.forks += neighbours > 2;
  }
  return found;
}

TEST(Corridors, InVolumesHangTogether) {
  for (std::int64_t size = 8; size <= 23; ++size) {
    SCOPED_TRACE(size);
    for (const std::string_view name : {"spiral3d", "snake3d"}) {
      const auto pixels = generated(name, size);
      EXPECT_EQ(flood(pixels, size, 3).reached, std::ranges::count(pixels, 1)) << name;
    }
    const Flood spiral = flood(generated("spiral3d", size), size, 3);
    EXPECT_EQ(spiral.ends, 2);
    EXPECT_EQ(spiral.forks, 0);
  }
}

TEST(Corridors, CombHangsTogether) {
  for (std::int64_t size = 8; size <= 40; ++size) {
    const auto pixels = generated("comb", size);
    EXPECT_EQ(flood(pixels, size, 2).reached, std::ranges::count(pixels, 1));
    EXPECT_EQ(std::ranges::count(pixels, 1), (size + 1) / 2 * size + size / 2);
  }
}

TEST(Corridors, PairsBeginAtTheOrigin) {
  for (const std::string_view name : {"comb", "serpentine", "spiral"}) {
    auto open = generated(name, 50);
    const auto images = generate(std::string(name) + "-pair", 50);
    std::vector<std::uint8_t> start(open.size());
    start[0] = 255;
    for (auto& pixel : open) pixel = static_cast<std::uint8_t>(255 * pixel);
    EXPECT_EQ(pixels_of(images[0]), start) << name;
    EXPECT_EQ(pixels_of(images[1]), open) << name;
  }
}

}  // namespace
}  // namespace preamar::test
