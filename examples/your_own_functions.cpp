// example_your_own_functions [ROWS COLUMNS]: user functions over an image, compared with the operators that do the
// same: binarisation, a masked half, Sobel gradient by convolution, minimum and maximum, histogram. Default: 1080 x
// 1920.
#include <preamar/histogram.h>
#include <preamar/map.h>
#include <preamar/minmax.h>
#include <preamar/reduce.h>
#include <preamar/stencil.h>
#include <preamar/threshold.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

using preamar::DType;
using preamar::Image;

// Waves with some noise.
Image drawn(const preamar::Shape& shape) {
  Image image(DType::uint8, shape);
  auto* pixel = static_cast<std::uint8_t*>(image.data());
  for (std::int64_t y = 0; y < shape[0]; ++y)
    for (std::int64_t x = 0; x < shape[1]; ++x)
      *pixel++ = static_cast<std::uint8_t>(((x * x + y * y) >> 9 & 127) + ((x * 2654435761U ^ y * 40503U) >> 11 & 127));
  return image;
}

void require(bool is_so, const char* what) {
  if (!is_so) throw std::runtime_error(std::string(what) + " is not what it should be");
}

bool same(const Image& a, const Image& b) {
  const auto bytes = static_cast<std::size_t>(a.shape().count() * preamar::size_of(a.dtype()));
  return a.type() == b.type() && std::memcmp(a.data(), b.data(), bytes) == 0;
}

void binarise(const Image& image) {
  Image mask(DType::boolean, image.shape());
  preamar::map(image, mask, [](std::uint8_t level) { return level > 100; });
  require(same(mask, preamar::threshold(image, {.value = 100})), "the mask");
}

// The left half of the image; the other half is 0.
void cut(const Image& image) {
  const std::int64_t middle = image.shape()[1] / 2;
  Image mask(DType::boolean, image.shape()), once(image.type()), twice(image.type());
  preamar::map(image, mask, [middle](std::uint8_t, preamar::Position at) { return at.x < middle; });
  preamar::map({image, mask}, once, [](std::uint8_t level, bool is_kept) { return is_kept ? level : std::uint8_t{0}; });
  preamar::map<std::uint8_t, std::uint8_t>({image, mask}, twice, std::multiplies<>());
  require(same(once, twice), "the left half");
}

// Inside the image the gradient equals that of a plain loop.
void find_edges(const Image& image) {
  Image edges(DType::float32, image.shape());
  preamar::stencil<3, 3>(image, edges, [](const preamar::Window<float, 3, 3>& w) {
    const float dx = w(-1, 1) + 2 * w(0, 1) + w(1, 1) - w(-1, -1) - 2 * w(0, -1) - w(1, -1);
    const float dy = w(1, -1) + 2 * w(1, 0) + w(1, 1) - w(-1, -1) - 2 * w(-1, 0) - w(-1, 1);
    return std::sqrt(dx * dx + dy * dy);
  });
  const std::int64_t columns = image.shape()[1], place = image.shape()[0] / 2 * columns + columns / 2;
  const auto* p = static_cast<const std::uint8_t*>(image.data()) + place;
  const int dx = p[1 - columns] + 2 * p[1] + p[1 + columns] - p[-1 - columns] - 2 * p[-1] - p[-1 + columns];
  const int dy = p[columns - 1] + 2 * p[columns] + p[columns + 1] - p[-columns - 1] - 2 * p[-columns] - p[-columns + 1];
  const float expected = std::sqrt(static_cast<float>(dx * dx + dy * dy));
  require(static_cast<const float*>(edges.data())[place] == expected, "the gradient");
}

struct Ends {
  int least, most;
};

void find_ends(const Image& image) {
  const Ends ends = preamar::reduce(
      image, Ends{255, 0},
      [](Ends e, int v) {
        return Ends{std::min(e.least, v), std::max(e.most, v)};
      },
      [](Ends a, Ends b) {
        return Ends{std::min(a.least, b.least), std::max(a.most, b.most)};
      });
  const preamar::MinMax expected = preamar::minmax(image);
  require(preamar::PixelValue(std::int64_t{ends.least}) == expected.minimum, "the minimum");
  require(preamar::PixelValue(std::int64_t{ends.most}) == expected.maximum, "the maximum");
}

void count_levels(const Image& image) {
  const Image counts = preamar::histogram(image, 256, [](std::uint8_t level) { return level; });
  require(same(counts, preamar::histogram(image)), "the histogram");
}

}  // namespace

int main(int argc, char** argv) try {
  const preamar::Shape shape =
      argc == 3 ? preamar::Shape{std::atoll(argv[1]), std::atoll(argv[2])} : preamar::Shape{1080, 1920};
  const Image image = drawn(shape);
  binarise(image);
  cut(image);
  find_edges(image);
  find_ends(image);
  count_levels(image);
  std::cout << shape.text() << ": all agree\n";
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
