#include <preamar/operator.h>
#include <preamar/otsu.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "operators/bin_edges.h"
#include "operators/checks.h"
#include "operators/level_summary.h"
#include "operators/row.h"
#include "operators/shared_options.h"
#include "operators/valid_pixels.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/histogram.h"
#include "primitives/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace preamar {
using namespace primitives;
namespace otsu_operator {

constexpr std::string_view op = "otsu";
constexpr std::int64_t most_bins = std::int64_t{1} << 26;

void require_options(const OtsuOptions& options) { require_within(op, "bins", options.bins, 2, most_bins); }

// The last bin of the lower class: the one that maximises the variance between the classes, the lowest of equals.
// `first` points to `bins` counts, of which the first and the last are not 0. Same arithmetic as scikit-image: counts
// in float32, moments in Real, the type of the bin centres; as in numpy.argmax, NaN is the maximum.
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

bool is_whole(DType dtype) { return !is_floating(dtype) && dtype != DType::boolean; }

// The range of an integer type of 8 or 16 bits. Wider types use the range of the image.
std::optional<MinMax> range_of(DType dtype) {
  if (!is_whole(dtype) || size_of(dtype) > 2) return {};
  return with_type(dtype, []<class T>(std::type_identity<T>) {
    using Limits = std::numeric_limits<T>;
    return MinMax{level_of(Limits::min()), level_of(Limits::max())};
  });
}

void require_bins(const MinMax& ends) {
  constexpr double exact = 0x1p51;  // up to here x - 0.5 and x + 0.5 are exact doubles
  const double low = real_of(ends.minimum), high = real_of(ends.maximum);
  if (low < -exact || high > exact || high - low >= static_cast<double>(most_bins))
    throw Error(ErrorKind::input, text(op, ": image holds integers from ", low, " to ", high, "; at most ", most_bins,
                                       " values within +-2^51 fit in bins: give it as float64"));
}

// Bins of width 1, each centred on an integer.
Buffer<double> whole_edges(const MinMax& ends, DType dtype) {
  require_bins(ends);
  const double low = real_of(ends.minimum), high = real_of(ends.maximum);
  return edges_over(low - 0.5, high + 0.5, static_cast<std::int64_t>(high - low) + 1, dtype);
}

Buffer<double> edges_for(const MinMax& ends, DType dtype, const OtsuOptions& options) {
  if (is_whole(dtype)) return whole_edges(ends, dtype);
  if (!std::isfinite(real_of(ends.maximum) - real_of(ends.minimum)))
    throw Error(ErrorKind::input, text(op, ": image holds values from ", real_of(ends.minimum), " to ",
                                       real_of(ends.maximum), "; bins need finite values: replace infinities"));
  return edges_over(ends, options.bins, dtype);
}

double level_of_whole(std::int64_t least, std::span<const std::int64_t> counts) {
  const auto is_hit = [](std::int64_t count) { return count > 0; };
  const auto first = std::ranges::find_if(counts, is_hit);
  auto last = counts.end() - 1;
  while (!is_hit(*last)) --last;
  const std::int64_t value = least + (first - counts.begin());
  if (first == last) return static_cast<double>(value);
  const auto centre_of = [&](std::int64_t i) { return static_cast<double>(value + i); };
  return centre_of(parting_bin<double>(&*first, last - first + 1, centre_of));
}

template <class Real>
double level_of_real(const Buffer<double>& edges, std::span<const std::int64_t> counts) {
  const auto centre_of = [&](std::int64_t i) {
    return (static_cast<Real>(edges[i]) + static_cast<Real>(edges[i + 1])) / 2;
  };
  const auto bins = static_cast<std::int64_t>(counts.size());
  return static_cast<double>(centre_of(parting_bin<Real>(counts.data(), bins, centre_of)));
}

// The minimum and the maximum, and the counts per bin; no bins if the image has one value only.
Bytes counted(ConstImageView levels, const std::optional<ConstImageView>& valid, const MinMax& ends,
              const OtsuOptions& options, const Execution& on) {
  require_some_valid(op, ends);
  if (ends.minimum == ends.maximum) return level_summary(ends, 0);
  const Buffer<double> edges = edges_for(ends, levels.dtype(), options);
  Bytes summary = level_summary(ends, edges.count() - 1);
  count_valid(op, on, span_of(edges), levels, valid, counts_in(summary));
  return summary;
}

double level_in(const Bytes& summary, DType dtype, const OtsuOptions& options) {
  const MinMax ends = extent_in(summary);
  const std::span<const std::int64_t> counts = counts_in(summary);
  if (counts.empty()) return real_of(ends.minimum);
  if (std::ranges::all_of(counts, [](std::int64_t count) { return count == 0; })) throw_none_valid(op);
  if (is_whole(dtype)) return level_of_whole(static_cast<std::int64_t>(real_of(ends.minimum)), counts);
  const Buffer<double> edges = edges_for(ends, dtype, options);
  return dtype == DType::float32 ? level_of_real<float>(edges, counts) : level_of_real<double>(edges, counts);
}

MinMax ends_of(ConstImageView levels, const std::optional<ConstImageView>& valid, const Execution& on) {
  if (const std::optional<MinMax> range = range_of(levels.dtype())) return *range;
  if (valid) return extent_of_valid(op, on, levels, *valid);
  const auto [has_nan, ends] = extent(on, levels);
  if (has_nan > 0) require_numbers(op, {"image", levels}, replace_them, on);
  return ends;
}

}  // namespace otsu_operator

double otsu(ConstImageView image, const OtsuOptions& options, const Execution& on) {
  using namespace otsu_operator;
  require_usable(op, on, {{"image", image}});
  require_rank(op, {"image", image}, 2, 3);
  require_options(options);
  require_pixels(op, {"image", image});
  if (options.valid) require_valid(op, "image", image, *options.valid, on);
  const DenseInput dense(on, permuted(image, storage_order(image)));
  std::optional<DenseInput> cells;
  if (options.valid) cells.emplace(on, permuted(*options.valid, storage_order(image)));
  const ConstImageView levels = dense.view();
  const std::optional<ConstImageView> valid = view_of(cells);
  return level_in(counted(levels, valid, ends_of(levels, valid, on), options, on), image.dtype(), options);
}

namespace otsu_operator {

constexpr Input inputs[] = {{"image", "grey levels"}, valid_input};
constexpr Output outputs[] = {{"level", "threshold: pixels above it are the upper class", OutputKind::real}};
constexpr auto option_table = bind<OtsuOptions>(
    option<&OtsuOptions::bins>("bins", "number of bins for floats and bool; integers: one per value"));

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  (void)image_type(op, types);
  require_valid_type(op, types);
  require_options(option_table.from(values));
  return {};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView>, const Values& values,
            const Execution& on) {
  OtsuOptions options = option_table.from(values);
  options.valid = given(images, 1);
  return {.numbers = {{"level", otsu(images[0], options, on)}}, .table = {}};
}

int rounds(std::span<const ImageType> types, const Values&) { return range_of(types[0].dtype) ? 1 : 2; }

// Round 0: minimum and maximum, unless the dtype gives them. Last round: the counts.
void local(const BlockView& view, int round, const Bytes& known, const std::function<void(Bytes)>& give) {
  const ConstImageView levels = view.inputs[0];
  const std::optional<ConstImageView> valid = given(view.inputs, 1);
  const OtsuOptions options = option_table.from(view.options);
  if (round == 1) return give(counted(levels, valid, extent_in(known), options, view.on));
  const MinMax ends = ends_of(levels, valid, view.on);
  give(range_of(levels.dtype()) ? counted(levels, valid, ends, options, view.on) : level_summary(ends, 0));
}

Bytes merge(int, Bytes left, Bytes right, const Values&) { return merged_levels(std::move(left), std::move(right)); }

Results conclude(const Bytes& known, std::span<const ImageType> types, const Values& values,
                 std::span<const ImageView>) {
  return {.numbers = {{"level", level_in(known, types[0].dtype, option_table.from(values))}}, .table = {}};
}

// Integers wider than 16 bits have one bin per value from the minimum to the maximum. Throws before memory is asked for
// if these are too many.
std::int64_t summary_bytes(std::span<const ImageType> types, const Values& values, const Bytes& known, int workers) {
  const DType dtype = types[0].dtype;
  if (!is_whole(dtype)) return bin_memory(option_table.from(values).bins, workers);
  if (known.empty() && !range_of(dtype)) return 0;
  const MinMax ends = known.empty() ? *range_of(dtype) : extent_in(known);
  if (ends.minimum == ends.maximum) return 0;
  require_bins(ends);
  return bin_memory(static_cast<std::int64_t>(real_of(ends.maximum) - real_of(ends.minimum)) + 1, workers);
}

constexpr BlockForm form = {
    .kind =
        SummaryForm{
            .rounds = rounds, .local = local, .merge = merge, .conclude = conclude, .summary_bytes = summary_bytes},
    .scratch = valid_scratch};

extern constinit const Operator otsu_row;
constinit const Operator otsu_row = {
    .name = op,
    .summary = "Find a threshold by Otsu's method",
    .topic = Topic::statistics,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar otsu image.tif",
    .results = results,
    .run = run,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace otsu_operator

}  // namespace preamar
