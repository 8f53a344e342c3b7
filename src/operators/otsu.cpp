#include <preamar/operator.h>
#include <preamar/otsu.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "operators/bin_edges.h"
#include "operators/checks.h"
#include "skeletons/dense.h"
#include "skeletons/histogram.h"
#include "skeletons/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace preamar {
namespace {

constexpr std::string_view op = "otsu";
constexpr std::int64_t most_bins = std::int64_t{1} << 26;

void require_options(const OtsuOptions& options) { require_within(op, "bins", options.bins, 2, most_bins); }

struct Histogram {
  Buffer<double> edges;
  Buffer<std::int64_t> counts;

  Histogram(Buffer<double> edges_between, const ConstImage& levels, const Execution& on)
      : edges(std::move(edges_between)), counts(edges.count() - 1) {
    histogram(on, {.edges = span_of(edges)}, levels, {counts.data(), static_cast<std::size_t>(counts.count())});
  }
};

// The bin after which the variance between the two classes is greatest, of `bins` that begin with `first`; the first
// and the last hold pixels. Arithmetic is that of scikit-image, which counts in float32 and takes the moments in Real,
// the type of its bins' centres; NaN is the greatest.
template <class Real, class CentreOf>
std::int64_t parting_bin(const std::int64_t* first, std::int64_t bins, const CentreOf& centre_of) {
  const Buffer<float> weights(bins);
  const Buffer<Real> means(bins);
  float weight = 0;
  Real moment = 0;
  const auto add = [&](std::int64_t i) {
    const auto count = static_cast<float>(first[i]);
    weight += count;
    moment += static_cast<Real>(count) * centre_of(i);
    return moment / static_cast<Real>(weight);
  };
  for (std::int64_t i = bins - 1; i >= 0; --i) {
    means[i] = add(i);
    weights[i] = weight;
  }
  weight = 0;
  moment = 0;
  std::int64_t best = 0;
  Real greatest = -1;
  for (std::int64_t i = 0; i + 1 < bins; ++i) {
    const Real apart = add(i) - means[i + 1];
    const Real variance = static_cast<Real>(weight * weights[i + 1]) * (apart * apart);
    if (variance != variance) return i;
    if (variance > greatest) greatest = variance, best = i;
  }
  return best;
}

// Bins one wide, each with a whole number in its middle.
double level_of_whole(const ConstImage& levels, std::int64_t least, std::int64_t most, const Execution& on) {
  const double low = static_cast<double>(least) - 0.5, high = static_cast<double>(most) + 0.5;
  const Histogram found(edges_over(low, high, most - least + 1, levels.dtype()), levels, on);
  const auto is_hit = [](std::int64_t count) { return count > 0; };
  const std::int64_t* const begin = found.counts.data();
  const std::int64_t* const end = begin + found.counts.count();
  const std::int64_t* const first = std::find_if(begin, end, is_hit);
  const std::int64_t* last = end - 1;
  while (!is_hit(*last)) --last;
  const std::int64_t value = least + (first - begin);
  if (first == last) return static_cast<double>(value);
  const auto centre_of = [&](std::int64_t i) { return static_cast<double>(value + i); };
  return centre_of(parting_bin<double>(first, last - first + 1, centre_of));
}

// Of integers beyond 16 bits, of which few values are expected.
double level_of_wide(const ConstImage& levels, const MinMax& ends, const Execution& on) {
  constexpr double exact = 0x1p51;  // up to here a half more or less is a double too
  const double low = real_of(ends.minimum), high = real_of(ends.maximum);
  if (low < -exact || high > exact || high - low >= static_cast<double>(most_bins))
    throw Error(ErrorKind::input, text(op, ": image holds whole numbers from ", low, " to ", high, "; up to ",
                                       most_bins, " values within 2^51 are taken: give it as float64"));
  return level_of_whole(levels, static_cast<std::int64_t>(low), static_cast<std::int64_t>(high), on);
}

template <class Real>
double level_of_real(const ConstImage& levels, const MinMax& ends, const OtsuOptions& options, const Execution& on) {
  const Histogram found(edges_over(ends, options.bins, levels.dtype()), levels, on);
  const auto centre_of = [&](std::int64_t i) {
    return (static_cast<Real>(found.edges[i]) + static_cast<Real>(found.edges[i + 1])) / 2;
  };
  return static_cast<double>(centre_of(parting_bin<Real>(found.counts.data(), options.bins, centre_of)));
}

}  // namespace

double otsu(const ConstImage& image, const OtsuOptions& options, const Execution& on) {
  require_rank(op, {"image", image}, 2, 3);
  require_options(options);
  require_pixels(op, {"image", image});
  const DenseInput dense(on, permuted(image, storage_order(image)));
  const ConstImage& levels = dense.view();
  const DType dtype = image.dtype();
  if (dtype != DType::boolean && size_of(dtype) <= 2)
    return with_type(dtype, [&]<class T>(std::type_identity<T>) -> double {
      if constexpr (sizeof(T) > 2) return 0;
      using Limits = std::numeric_limits<T>;
      return level_of_whole(levels, static_cast<std::int64_t>(Limits::min()), static_cast<std::int64_t>(Limits::max()),
                            on);
    });

  const auto [has_nan, ends] = extent(on, levels);
  if (has_nan > 0) require_numbers(op, {"image", image}, replace_them, on);
  if (ends.minimum == ends.maximum) return real_of(ends.minimum);
  if (!is_floating(dtype) && dtype != DType::boolean) return level_of_wide(levels, ends, on);
  if (!std::isfinite(real_of(ends.maximum) - real_of(ends.minimum)))
    throw Error(ErrorKind::input, text(op, ": image holds levels from ", real_of(ends.minimum), " to ",
                                       real_of(ends.maximum), ", which no bins part; replace infinities"));
  if (dtype == DType::float32) return level_of_real<float>(levels, ends, options, on);
  return level_of_real<double>(levels, ends, options, on);
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output outputs[] = {{"level", "the image above it is one class, the rest the other", OutputKind::real}};
constexpr Option option_rows[] = {
    {"bins", OptionKind::integer, "256", {}, "of an image of floats or bool; an integer has a bin a value"},
};

OtsuOptions options_from(const Values& values) { return {.bins = value_or<std::int64_t>(values, "bins", 256)}; }

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  (void)image_type(op, types);
  require_options(options_from(values));
  return {};
}

Found run(std::span<const ConstImage> images, std::span<const Image>, const Values& values, const Execution& on) {
  return {.numbers = {{"level", otsu(images[0], options_from(values), on)}}, .table = {}};
}

}  // namespace

extern constinit const Operator otsu_row;
constinit const Operator otsu_row = {
    .name = op,
    .summary = "Find the level that parts an image into two classes",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar otsu image.tif",
    .results = results,
    .run = run,
};

}  // namespace preamar
