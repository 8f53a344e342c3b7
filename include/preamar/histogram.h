/// @file
/// Histograms: the number of pixels in each bin.
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

/// Options of histogram().
struct HistogramOptions {
  std::int64_t bins = 256;  ///< Number of bins, all of the same width; 1 to 2^31 - 1.
  /// Lower edge of the first bin and upper edge of the last. Default: the range of the dtype for bool and 8-bit images,
  /// otherwise the minimum and maximum of the image.
  std::optional<std::array<double, 2>> range{};
  /// Pixels that count: non-zero in an image of the same shape, bool or integers. Default: all pixels.
  std::optional<ConstImageView> valid{};
};

/// Computes the histogram of an image with bins of equal width, those of `numpy.histogram` to the last bit.
/// A bin includes its lower edge; the last bin also includes its upper edge. Pixels outside of the range are not
/// counted.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param[out] counts int64 of rank 1, with `options.bins` numbers
/// @param options bins and range
/// @param on device, threads, progress
/// @throws Error kind `call` if an option is out of range or `counts` does not match; `input` if `image` contains NaN,
///   or infinities and no range is given
PREAMAR_API void histogram(ConstImageView image, ImageView counts, const HistogramOptions& options = {},
                           const Execution& on = {});
/// Computes the histogram of an image with bins of equal width, into a new image.
/// @param image grey levels of any dtype, rank 2 or 3
/// @param options bins and range
/// @param on device, threads, progress
/// @return the counts: int64 of rank 1, one number per bin
/// @throws Error as above
[[nodiscard]] PREAMAR_API Image histogram(ConstImageView image, const HistogramOptions& options = {},
                                          const Execution& on = {});

namespace detail {

// True if the function maps pixels to bins; otherwise one static_assert fails.
template <class Pixel, class BinOf>
consteval bool require_bins() {
  if constexpr (std::is_void_v<Pixel>) {
    static_assert(!std::is_void_v<Pixel>,
                  "the type of its pixels is unknown: write the type of the parameter, or histogram<T>(...)");
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

/// Computes a histogram by a function of your own from a pixel to the number of its bin.
///
///     preamar::histogram(image, 16, [](std::uint8_t v) { return v / 16; });
///
/// Pixels are converted to the type of the function's parameter as by map().
/// @tparam Stated type of the pixels; needed only if the function is generic: `histogram<float>(...)`
/// @param image grey levels of any dtype, rank 2 or 3
/// @param bins number of bins
/// @param bin_of function from a pixel to its bin, 0 to `bins` - 1; pixels with any other number are not counted.
///   Several threads call it at the same time.
/// @param on threads, progress; the device is "cpu" or "reference"
/// @return the counts: int64 of rank 1, one number per bin
/// @throws Error kind `call` if the image or `bins` is invalid; any exception of the function
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
      const std::int64_t length = call.length;  // local copy: writes to the counts may alias `call`
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
