#include "instances/fluorescence.h"

#include "instances/ellipsoids.h"
#include "instances/noise.h"

#include <algorithm>
#include <vector>

namespace preamar::painters {
namespace {

constexpr Key fluorescence_key = key_of("fluorescence");

Strewn nuclei_in(const Window& window) { return {draw(fluorescence_key, 1), window, 2, {5, 11, 110, 210}, 1500}; }

}  // namespace

Painter fluorescence(const Window& window) {
  return [haze = Noise(draw(fluorescence_key, 0), window, 2, {{256, 30}, {16, 10}, {2, 16}}),
          nuclei = nuclei_in(window), levels = std::vector<Level>(static_cast<std::size_t>(window.count))](
             std::int64_t, std::int64_t row, void* out) mutable {
    haze.row(0, row, 36 << level_bits, levels);
    nuclei.blend_into(0, row, levels);
    auto* to = static_cast<std::uint8_t*>(out);
    for (std::size_t i = 0; i < levels.size(); ++i)
      to[i] = static_cast<std::uint8_t>(std::clamp(levels[i] >> level_bits, 0, 255));
  };
}

Painter fluorescence_truth(const Window& window) {
  return [window, nuclei = nuclei_in(window)](std::int64_t, std::int64_t row, void* out) mutable {
    auto* to = static_cast<std::int32_t*>(out);
    std::fill_n(to, window.count, 0);
    nuclei.number_into(0, row, to);
  };
}

}  // namespace preamar::painters
