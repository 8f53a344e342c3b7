#include <preamar/histogram.h>
#include <preamar/operator.h>

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

namespace preamar {
using namespace primitives;
namespace histogram_operator {

constexpr std::string_view op = "histogram";
constexpr std::int64_t most_bins = std::numeric_limits<std::int32_t>::max();

void require_options(const HistogramOptions& options) {
  require_within(op, "bins", options.bins, 1, most_bins);
  if (!options.range) return;
  const auto [low, high] = *options.range;
  if (!(low <= high) || !std::isfinite(high - low))
    throw Error(ErrorKind::call, text(op, ": range is ", low, ",", high,
                                      "; it must be two finite numbers, the second not below the first"));
}

void require_counts(ImageView counts, const HistogramOptions& options) {
  if (const ImageType wanted{DType::int64, Shape{options.bins}}; counts.type() != wanted)
    throw Error(ErrorKind::call, text(op, ": counts is ", counts.shape().text(), " ", name_of(counts.dtype()),
                                      "; it must be ", options.bins, " int64"));
}

// The range of bool and of the 8-bit types.
std::optional<MinMax> range_of(DType dtype) {
  if (dtype == DType::boolean) return MinMax{std::int64_t{0}, std::int64_t{1}};
  if (dtype == DType::uint8) return MinMax{std::int64_t{0}, std::int64_t{255}};
  if (dtype == DType::int8) return MinMax{std::int64_t{-128}, std::int64_t{127}};
  return {};
}

// From the minimum to the maximum of the image.
MinMax own_range(ConstImageView levels, const std::optional<ConstImageView>& valid, const Execution& on) {
  if (levels.shape().count() == 0) return {0.0, 1.0};
  if (valid) return extent_of_valid(op, on, levels, *valid);
  const Reduced reduced = extent(on, levels);
  if (reduced.count > 0) require_numbers(op, {"image", levels}, replace_them, on);
  return reduced.extent;
}

void require_parted(const MinMax& range) {
  const auto& [low, high] = range;
  require_some_valid(op, range);
  if (!std::isfinite(real_of(high) - real_of(low)))
    throw Error(ErrorKind::input, text(op, ": image holds values from ", real_of(low), " to ", real_of(high),
                                       "; bins need finite values: give range"));
}

// `range` is used if the options have none.
Buffer<double> edges_for(const MinMax& range, const HistogramOptions& options, DType dtype) {
  if (options.range) return edges_over((*options.range)[0], (*options.range)[1], options.bins, dtype);
  require_parted(range);
  return edges_over(range, options.bins, dtype);
}

Buffer<double> edges_for(ConstImageView levels, const std::optional<ConstImageView>& valid,
                         const HistogramOptions& options, const Execution& on) {
  if (options.range && !valid) require_numbers(op, {"image", levels}, replace_them, on);
  const std::optional<MinMax> known = range_of(levels.dtype());
  return edges_for(known ? *known : options.range ? MinMax{} : own_range(levels, valid, on), options, levels.dtype());
}

}  // namespace histogram_operator

void histogram(ConstImageView image, ImageView counts, const HistogramOptions& options, const Execution& on) {
  using namespace histogram_operator;
  require_usable(op, on, {{"image", image}}, {{"counts", counts}});
  require_rank(op, {"image", image}, 2, 3);
  require_options(options);
  require_counts(counts, options);
  require_apart(op, {"image", image}, {"counts", counts});

  if (options.valid) require_valid(op, "image", image, *options.valid, on);
  const DenseInput levels(on, permuted(image, storage_order(image)));
  std::optional<DenseInput> cells;
  if (options.valid) cells.emplace(on, permuted(*options.valid, storage_order(image)));
  const DenseOutput numbers(counts);
  const Buffer<double> edges = edges_for(levels.view(), view_of(cells), options, on);
  count_valid(op, on, span_of(edges), levels.view(), view_of(cells),
              {static_cast<std::int64_t*>(numbers.view().data()), static_cast<std::size_t>(options.bins)});
  numbers.finish(on);
}

Image histogram(ConstImageView image, const HistogramOptions& options, const Execution& on) {
  histogram_operator::require_options(options);
  Image counts(DType::int64, Shape{options.bins});
  histogram(image, counts, options, on);
  return counts;
}

namespace histogram_operator {

constexpr Input inputs[] = {{"image", "grey levels"}, valid_input};
constexpr Output outputs[] = {{"counts", "number of pixels in each bin, int64"}};
constexpr auto option_table = bind<HistogramOptions>(
    option<&HistogramOptions::bins>("bins", "number of bins, all of the same width"),
    option<&HistogramOptions::range>("range", "lower edge of the first bin, upper edge of the last: 0,255")
        .by_default("range of the dtype for 8 bits, else of the image"));

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  (void)image_type(op, types);
  require_valid_type(op, types);
  const HistogramOptions options = option_table.from(values);
  require_options(options);
  return {{DType::int64, Shape{options.bins}}};
}

bool is_range_known(std::span<const ImageType> types, const Values& values) {
  return option_table.from(values).range || range_of(types[0].dtype);
}

int rounds(std::span<const ImageType> types, const Values& values) { return is_range_known(types, values) ? 1 : 2; }

// Round 0: the range, unless it is known. Last round: the counts.
void local(const BlockView& view, int round, const Bytes& known, const std::function<void(Bytes)>& give) {
  ConstImageView levels = view.inputs[0];
  const std::optional<ConstImageView> valid = given(view.inputs, 1);
  const HistogramOptions options = option_table.from(view.options);
  const ImageType type = levels.type();
  const bool is_known = is_range_known({&type, 1}, view.options);
  if (!is_known && round == 0) return give(level_summary(own_range(levels, valid, view.on), 0));
  Bytes summary = level_summary({}, options.bins);
  {
    const Buffer<double> edges =
        is_known ? edges_for(levels, valid, options, view.on) : edges_for(extent_in(known), options, levels.dtype());
    count_valid(op, view.on, span_of(edges), levels, valid, counts_in(summary));
  }
  give(std::move(summary));
}

Bytes merge(int, Bytes left, Bytes right, const Values&) { return merged_levels(std::move(left), std::move(right)); }

Results conclude(const Bytes& known, std::span<const ImageType>, const Values&, std::span<const ImageView> outs) {
  std::ranges::copy(counts_in(known), static_cast<std::int64_t*>(outs[0].data()));
  return {};
}

std::int64_t summary_bytes(std::span<const ImageType>, const Values& values, const Bytes&, int workers) {
  return bin_memory(option_table.from(values).bins, workers);
}

constexpr BlockForm form = {
    .kind =
        SummaryForm{
            .rounds = rounds, .local = local, .merge = merge, .conclude = conclude, .summary_bytes = summary_bytes},
    .scratch = valid_scratch};

extern constinit const Operator histogram_row;
constinit const Operator histogram_row = {
    .name = op,
    .summary = "Compute the histogram of an image",
    .topic = Topic::statistics,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar histogram image.tif -o counts.csv",
    .results = results,
    .run = run_function<option_table, histogram>,
    .blocks = always<form>,
    .on_devices = up_to_32_bits,
};

}  // namespace histogram_operator

}  // namespace preamar
