// Colour deconvolution (Ruifrok and Johnston, 2001): how much of each stain a pixel of transmitted light has.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace preamar::io {

// Haematoxylin, eosin and DAB: optical density in red, green and blue.
inline constexpr std::array<double, 9> ruifrok_johnston = {0.65, 0.70, 0.29, 0.07, 0.99, 0.11, 0.27, 0.57, 0.78};

// log(v / max) / log(1e-6) for each value v of a sample, and 1 for v = 0: optical density, 1 for transmission 1e-6.
// Computed by + - * / of doubles only, so that it is the same on every machine.
[[nodiscard]] const double* optical_density(std::uint8_t);
[[nodiscard]] const double* optical_density(std::uint16_t);

class Unmixing {
 public:
  // `stains` is empty, or 6 or 9 numbers, as ReadOptions::stains. Throws Error (call), with `who` in front, for other
  // numbers or vectors that are linearly dependent.
  Unmixing(std::span<const double> stains, std::string_view who);

  // Stain 0, 1 or 2 of an RGB pixel of uint8 or uint16: the product of its densities and the inverse of the stains,
  // summed in double from red to blue; negative amounts become 0. `density` is optical_density(T{}).
  template <class T>
  [[nodiscard]] float stain(const double* density, const T* rgb, int index) const {
    const double* const column = inverse_.data() + index;
    const double sum = density[rgb[0]] * column[0] + density[rgb[1]] * column[3] + density[rgb[2]] * column[6];
    return sum > 0 ? static_cast<float>(sum) : 0.0F;
  }

 private:
  std::array<double, 9> inverse_;
};

}  // namespace preamar::io
