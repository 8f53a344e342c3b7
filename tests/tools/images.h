// Makers of test images: contents that are hard for a flood, values at the ends of each type, views of any layout.
#pragma once

#include <preamar/image.h>
#include <preamar/reconstruct.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::test {

using Method = ReconstructOptions::Method;

// A small generator with the same numbers on every machine (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0 to n - 1.
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n)); }
  [[nodiscard]] bool one_in(std::int64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

enum class Content { random, plateaus, spiral, serpentine, comb, chess, slope, constant, single };
inline constexpr int content_count = 9;

// The values of the type to which the levels of a content are mapped.
enum class Palette {
  spread,    // evenly over the type
  extremes,  // the ends of the type and their neighbours, infinities, denormals, both zeros
  with_nan,  // extremes with some NaN, if the type has them
};
inline constexpr int palette_count = 3;

enum class Layout {
  dense,
  padded,       // dense rows, not aligned, with bytes between them
  upside_down,  // dense rows, the first row last in memory
  gaps,         // every other pixel of a row
  flipped,      // all strides negative
  fortran,      // the first axis is the dense one
  transposed,   // the last two axes exchanged, with padding
  broadcast,    // stride 0 along the first axis; for inputs only
};
inline constexpr int layout_count = 8;

std::string_view name_of(Content content);
std::string_view name_of(Palette palette);
std::string_view name_of(Layout layout);

struct Scene {
  DType dtype = DType::uint8;
  Shape shape;
  Content content = Content::random;
  Palette palette = Palette::spread;
  Method method = Method::dilation;
};

struct Pair {
  Image marker, mask;
};

Pair make_pair(const Scene& scene, Random& random);
// Pixels of the type, each at random from the palette.
Image make_noise(DType dtype, const Shape& shape, Palette palette, Random& random);

// A copy of pixels in separate memory, with the requested layout, surrounded by guard bytes.
class Placed {
 public:
  Placed(ConstImageView pixels, Layout layout, Random& random);
  [[nodiscard]] ImageView view() const { return view_; }
  // No byte outside the view has changed.
  [[nodiscard]] bool guards_hold() const;
  // No byte at all has changed.
  [[nodiscard]] bool unchanged() const { return memory_ == before_; }

 private:
  std::vector<std::byte> memory_, before_;
  ImageView view_;
};

// The address of pixel `index`; pixels are counted in C order.
std::byte* pixel(ConstImageView image, std::int64_t index);
Image dense_copy(ConstImageView image);
// Empty if all pixels have the same bytes, otherwise a description of the first that differs.
std::string difference(ConstImageView expected, ConstImageView found);

}  // namespace preamar::test
