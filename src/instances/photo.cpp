#include "instances/photo.h"

#include "instances/ellipsoids.h"
#include "instances/hash.h"
#include "instances/noise.h"

#include <algorithm>
#include <vector>

namespace preamar::painters {
namespace {

constexpr Key photo_key = key_of("photo");

// The ellipses that reach the window, in painting order.
std::vector<Ellipsoid> leaves(const Window& window) {
  struct Fall {
    int part;  // maximum radius: the side of the image divided by this
    int count;
  };
  std::vector<Ellipsoid> found;
  for (const auto& [part, count] : {Fall{6, 60}, Fall{20, 300}, Fall{60, 1200}}) {
    const double radius = static_cast<double>(window.size) / part;
    const EllipsoidKind kind = {radius / 3, radius, 10, 245};
    for (int i = 0; i < count; ++i) {
      const Key key = draw(photo_key, part, i);
      const auto along = [&](std::uint64_t bits) { return static_cast<std::int64_t>(bits) * window.size >> 32; };
      const Ellipsoid leaf = ellipsoid_at({0, along(key >> 32), along(key & 0xffffffff)}, kind, draw(key, 0));
      const auto reach = static_cast<std::int64_t>(leaf.radius[2]) + 1;
      if (leaf.centre[2] + reach >= window.first && leaf.centre[2] - reach < window.first + window.count)
        found.push_back(leaf);
    }
  }
  return found;
}

// Approximately normal with standard deviation 2: the sum of four uniform numbers.
Level sensor_noise(std::uint64_t number) {
  std::int64_t sum = -2 * std::int64_t{65535};
  for (int i = 0; i < 4; ++i) sum += bits16(number, i);
  return static_cast<Level>((sum * 3547 >> 10) >> (16 - level_bits));
}

class Photo {
 public:
  explicit Photo(const Window& window)
      : window_(window),
        noise_(draw(photo_key, 0), window, 2, {{128, 80}, {32, 30}, {8, 10}}),
        leaves_(leaves(window)),
        levels_(static_cast<std::size_t>(window.count)) {}

  void paint(std::int64_t row, std::uint8_t* out) {
    noise_.row(0, row, 128 << level_bits, levels_);
    blend(leaves_, window_, 0, row, levels_);
    const Key row_key = draw(photo_key, 1, row);
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const Level level = levels_[i] + sensor_noise(draw(row_key, window_.first + static_cast<std::int64_t>(i)));
      out[i] = static_cast<std::uint8_t>(std::clamp(level >> level_bits, 0, 255));
    }
  }

 private:
  Window window_;
  Noise noise_;
  std::vector<Ellipsoid> leaves_;
  std::vector<Level> levels_;
};

}  // namespace

Painter photo(const Window& window) {
  return [painted = Photo(window)](std::int64_t, std::int64_t row, void* out) mutable {
    painted.paint(row, static_cast<std::uint8_t*>(out));
  };
}

}  // namespace preamar::painters
