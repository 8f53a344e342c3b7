// How many pixels lie in each of many bins of equal width.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/rows.h>

#include <array>
#include <cstdint>
#include <optional>

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
PREAMAR_API void histogram(const ConstImage& image, const Image& counts, const HistogramOptions& options = {},
                           const Execution& on = {});
// The same, into a new image.
[[nodiscard]] PREAMAR_API OwnedImage histogram(const ConstImage& image, const HistogramOptions& options = {},
                                               const Execution& on = {});

// The same with a function of your own from a pixel to its bin, 0 to bins - 1; what gets another number is not counted:
//
//   preamar::histogram(image, 16, [](std::uint8_t v) { return v / 16; });
//
// Types are as for preamar::map. Several threads call the function at once; what it throws comes out of histogram().
template <class BinOf>
[[nodiscard]] OwnedImage histogram(const ConstImage& image, std::int64_t bins, BinOf bin_of, const Execution& on = {}) {
  using Pixel = typename Signature<BinOf>::template Argument<0>;
  struct Job {
    const BinOf& bin_of;
    std::int64_t bins;
  };
  const auto row = [](const void* context, const RowCall& call) {
    const auto& job = *static_cast<const Job*>(context);
    const auto* from = static_cast<const Pixel*>(call.from[0]);
    auto* counts = static_cast<std::int64_t*>(call.to);
    const std::int64_t length = call.length;  // which a byte that is written could be part of
    for (std::int64_t x = 0; x < length; ++x) {
      const auto bin = static_cast<std::int64_t>(job.bin_of(from[x]));
      if (bin >= 0 && bin < job.bins) ++counts[bin];
    }
  };
  OwnedImage counts(DType::int64, Shape{bins});
  const Job job{bin_of, bins};
  histogram_rows(image, counts, {dtype_of<Pixel>(), DType::int64, {1, 1, 1}, row, &job}, on);
  return counts;
}

}  // namespace preamar
