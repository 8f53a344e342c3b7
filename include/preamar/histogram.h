// How many pixels lie in each of many bins of equal width.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/rows.h>
#include <preamar/signature.h>

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace preamar {

struct HistogramOptions {
  std::int64_t bins = 256;
  // The lower edge of the first bin and the upper edge of the last. Without it: the least and the greatest value of the
  // type where that has 8 bits or is bool, else of the image.
  std::optional<std::array<double, 2>> range{};
};

// Writes `counts`, int64 of rank 1 with one pixel a bin. A bin holds its lower edge, and the last one its upper edge
// too; what lies outside the range is not counted: as numpy.histogram has it, edges included. Any dtype, rank 2 or 3.
// Throws Error: call for arguments that do not fit together, input for NaN.
PREAMAR_API void histogram(ConstImageView image, ImageView counts, const HistogramOptions& options = {},
                           const Execution& on = {});
// The same, into a new image.
[[nodiscard]] PREAMAR_API Image histogram(ConstImageView image, const HistogramOptions& options = {},
                                          const Execution& on = {});

namespace detail {

// One error where the function gives no bins of pixels; true where it does.
template <class Pixel, class BinOf>
consteval bool require_bins() {
  if constexpr (std::is_void_v<Pixel>) {
    static_assert(!std::is_void_v<Pixel>,
                  "the type of its pixels cannot be told: write the type of the parameter, or histogram<T>(...)");
  } else if constexpr (!is_pixel_type<Pixel>) {
    static_assert(is_pixel_type<Pixel>,
                  "histogram: no pixel type: give bool, an integer of 8 to 64 bits, float or double");
  } else {
    constexpr bool gives_bins = std::is_invocable_r_v<std::int64_t, const BinOf&, const Pixel&>;
    static_assert(gives_bins, "histogram: the function must take a pixel, give the number of its bin, and be const");
    return gives_bins;
  }
  return false;
}

}  // namespace detail

// The same with a function of your own from a pixel to its bin, 0 to bins - 1; a pixel with another number is not
// counted:
//
//   preamar::histogram(image, 16, [](std::uint8_t v) { return v / 16; });
//
// Pixels are converted as by preamar::map; histogram<T>(...) states their type where the function does not say it.
// Several threads call the function at once; what it throws comes out of histogram().
template <class Stated = void, class BinOf>
[[nodiscard]] Image histogram(ConstImageView image, std::int64_t bins, BinOf bin_of, const Execution& on = {}) {
  using Pixel = typename PixelOf<Stated, BinOf, 0>::Type;
  Image counts(DType::int64, Shape{bins});
  if constexpr (detail::require_bins<Pixel, BinOf>()) {
    struct Job {
      const BinOf& bin_of;
      std::int64_t bins;
    };
    const auto row = [](const void* context, const RowCall& call) {
      const auto& job = *static_cast<const Job*>(context);
      const auto* from = static_cast<const Pixel*>(call.from[0]);
      auto* counts_of_thread = static_cast<std::int64_t*>(call.to);
      const std::int64_t length = call.length;  // a local copy: what is counted may alias `call`
      for (std::int64_t x = 0; x < length; ++x) {
        const auto bin = static_cast<std::int64_t>(job.bin_of(from[x]));
        if (bin >= 0 && bin < job.bins) ++counts_of_thread[bin];
      }
    };
    const Job job{bin_of, bins};
    histogram_rows(image, counts, {dtype_of<Pixel>(), DType::int64, {1, 1, 1}, row, &job}, on);
  }
  return counts;
}

}  // namespace preamar
