#include "instances/tissue.h"

#include "instances/ellipsoids.h"
#include "instances/noise.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace preamar::painters {
namespace {

constexpr int plain = 230;  // the level outside the tissue

// Chosen so that the mean and the variance of a small image are close to those over many keys.
constexpr Key key_for(int rank) { return key_of(rank == 3 ? "tissue3d" : "tubule"); }

// The minimum level of the low-frequency field that is tissue. The field is nearly the same at every size, because its
// coarse lattice is; so one measured constant gives the area for every size.
Level cut_for(int percent) { return percent == 25 ? 34400 : percent == 50 ? -13500 : -58700; }

// The area of tissue: a field of low frequency, thresholded at a constant level.
class Extent {
 public:
  Extent(const Window& window, int percent)
      : cut_(cut_for(percent)),
        field_(key_of("extent"), window, 2, {{window.size / 4, 20}, {window.size / 12, 8}, {64, 1}}),
        levels_(static_cast<std::size_t>(window.count)) {}

  void clear_outside(std::int64_t row, std::vector<Level>& texture) {
    field_.row(0, row, 0, levels_);
    for (std::size_t i = 0; i < texture.size(); ++i)
      if (levels_[i] < cut_) texture[i] = plain << level_bits;
  }

 private:
  Level cut_;
  Noise field_;
  std::vector<Level> levels_;
};

class Tissue {
 public:
  Tissue(const Window& window, int rank, int percent)
      : noise_(draw(key_for(rank), 0), window, rank, {{256, 50}, {64, 40}, {16, 30}, {4, 25}, {2, 15}}),
        nuclei_(draw(key_for(rank), 1), window, rank, kind(rank, 50, 110), rank == 3 ? 1200 : 1350),
        lumina_(draw(key_for(rank), 2), window, rank, kind(rank, 200, 250), rank == 3 ? 4800 : 5400),
        levels_(static_cast<std::size_t>(window.count)) {
    if (percent < 100) extent_.emplace(window, percent);
  }

  void paint(std::int64_t plane, std::int64_t row, std::uint8_t* out) {
    noise_.row(plane, row, 165 << level_bits, levels_);
    nuclei_.blend_into(plane, row, levels_);
    lumina_.blend_into(plane, row, levels_);
    if (extent_) extent_->clear_outside(row, levels_);
    for (std::size_t i = 0; i < levels_.size(); ++i)
      out[i] = static_cast<std::uint8_t>(std::clamp(levels_[i] >> level_bits, 0, 255));
  }

 private:
  static EllipsoidKind kind(int rank, int darkest, int brightest) {
    return rank == 3 ? EllipsoidKind{2, 6, darkest, brightest} : EllipsoidKind{4, 11, darkest, brightest};
  }

  Noise noise_;
  Strewn nuclei_;
  Strewn lumina_;
  std::optional<Extent> extent_;
  std::vector<Level> levels_;
};

// Tissue, with change(pixel, plane, row, column) applied to each pixel.
template <class F>
Painter changed(const Window& window, int rank, int percent, F change) {
  return [painted = Tissue(window, rank, percent), window, change](std::int64_t plane, std::int64_t row,
                                                                   void* out) mutable {
    auto* pixels = static_cast<std::uint8_t*>(out);
    painted.paint(plane, row, pixels);
    for (std::int64_t i = 0; i < window.count; ++i)
      pixels[i] = static_cast<std::uint8_t>(change(int{pixels[i]}, plane, row, window.first + i));
  };
}

}  // namespace

Painter tissue(const Window& window, int rank, int percent) {
  return [painted = Tissue(window, rank, percent)](std::int64_t plane, std::int64_t row, void* out) mutable {
    painted.paint(plane, row, static_cast<std::uint8_t*>(out));
  };
}

Painter tissue_below(const Window& window, int rank, int level) {
  return changed(window, rank, 100, [level](int pixel, auto...) { return pixel < level; });
}

Painter tissue_lowered(const Window& window, int rank, int percent) {
  return changed(window, rank, percent, [](int pixel, auto...) { return std::max(pixel - 40, 0); });
}

Painter tissue_border(const Window& window, int rank, int percent) {
  const auto at_end = [last = window.size - 1](std::int64_t c) { return c == 0 || c == last; };
  return changed(window, rank, percent, [=](int pixel, std::int64_t plane, std::int64_t row, std::int64_t column) {
    return at_end(row) || at_end(column) || (rank == 3 && at_end(plane)) ? pixel : 0;
  });
}

}  // namespace preamar::painters
