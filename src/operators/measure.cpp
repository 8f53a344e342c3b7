#include <preamar/measure.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/intervals.h"
#include "operators/checks.h"
#include "operators/label_groups.h"
#include "operators/label_sums_bytes.h"
#include "operators/measure_columns.h"
#include "operators/measure_median.h"
#include "operators/measure_properties.h"
#include "operators/measure_summary.h"
#include "operators/shared_options.h"
#include "operators/spacing.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace preamar {
using namespace primitives;

namespace measure_operator {

constexpr std::string_view op = "measure";

void require_images(ConstImageView labels, const std::optional<ConstImageView>& intensity) {
  require_labels(op, {"labels", labels});
  if (!intensity) return;
  require_rank(op, {"intensity", *intensity}, 2, 3);
  if (intensity->shape() != labels.shape())
    throw Error(ErrorKind::call, text(op, ": intensity has shape ", intensity->shape().text(), " and labels ",
                                      labels.shape().text(), "; their shape must be the same"));
}

bool needs_levels(const PropertyRow& row) { return row.needs == Needs::levels || row.needs == Needs::median; }

// Throws Error (call) if such images do not have the property.
void require_measurable(const PropertyRow& row, int rank, bool has_intensity, std::span<const Interval> intervals,
                        const std::vector<double>& spacing) {
  if (needs_levels(row) && !has_intensity)
    throw Error(ErrorKind::call, text(op, ": ", row.word, " needs the image intensity"));
  if (row.property == Property::intensity_class && intervals.empty())
    throw Error(ErrorKind::call, text(op, ": ", row.word, " needs intervals"));
  if (row.only_rank != 0 && row.only_rank != rank)
    throw Error(ErrorKind::call, text(op, ": ", row.word, " is a property of images of rank ", row.only_rank,
                                      "; labels has rank ", rank));
  if (row.needs == Needs::outline && std::ranges::adjacent_find(spacing, std::not_equal_to()) != spacing.end())
    throw Error(ErrorKind::call, text(op, ": ", row.word, " needs the same spacing along all axes; use ",
                                      row_of(Property::perimeter_crofton).word));
}

// The given properties in the order of the enumeration, each once; with intervals, also the class. If none is given,
// the default ones that the images allow.
std::vector<Property> chosen(const MeasureOptions& options, int rank, bool has_intensity) {
  const std::vector<double> spacing = one_per_axis(op, options.spacing, rank);
  require_intervals(op, options.intervals);
  std::vector<Property> properties;
  for (const PropertyRow& row : property_rows) {
    const bool is_named = std::ranges::find(options.properties, row.property) != options.properties.end() ||
                          (row.property == Property::intensity_class && !options.intervals.empty());
    if (is_named) require_measurable(row, rank, has_intensity, options.intervals, spacing);
    const bool is_default = options.properties.empty() && row.is_default && (has_intensity || !needs_levels(row)) &&
                            (row.only_rank == 0 || row.only_rank == rank);
    if (is_named || is_default) properties.push_back(row.property);
  }
  return properties;
}

bool has_median(std::span<const Property> properties) { return any_needs(properties, Needs::median); }

bool reads_levels(std::span<const Property> properties) {
  return any_needs(properties, Needs::levels) || has_median(properties);
}

// Placeholder for the dtype of a missing intensity image; no column has it.
constexpr DType no_levels = DType::uint8;

struct Found {
  LabelSumsView sums;
  std::span<const std::vector<HullPoint>> hulls{};
  std::span<const Middles> middles{};
};

Table table_of(const Found& found, const ImageType& labels, std::optional<DType> levels,
               const MeasureOptions& options) {
  const int rank = labels.shape.rank();
  std::array<double, 3> spacing{1, 1, 1};
  std::ranges::copy(one_per_axis(op, options.spacing, rank), spacing.end() - rank);
  return columns_of({found.sums, found.hulls, found.middles, rank, labels.dtype, levels.value_or(no_levels), spacing,
                     options.intervals},
                    chosen(options, rank, levels.has_value()));
}

// The middle levels of each label, with all their digits.
std::vector<Middles> middles_of(const LabelSums& sums, ConstImageView labels, ConstImageView levels) {
  const CellRange all = counted_cells({}, labels.shape());
  const std::int64_t rows = (all.end[0] - all.begin[0]) * (all.end[1] - all.begin[1]);
  const LabelSumsView view(sums);
  std::vector<Middles> middles(view.labels.size());
  for (int round = 0; round < static_cast<int>(size_of(levels.dtype())); ++round) {
    const auto counts = label_digits({all, 0, rows, round, view.labels, view.cells, middles}, labels, levels);
    for (std::size_t i = 0; i < middles.size(); ++i) add_digit(middles[i], view.cells[i].size, counts[i]);
  }
  return middles;
}

}  // namespace measure_operator

Table measure(ConstImageView labels, const std::optional<ConstImageView>& intensity, const MeasureOptions& options,
              const Execution& on) {
  using namespace measure_operator;
  require_usable(op, on, {{"labels", labels}});
  if (intensity) require_readable(op, on, {"intensity", *intensity});
  require_images(labels, intensity);
  const std::vector<Property> properties = chosen(options, labels.rank(), intensity.has_value());
  const DenseInput dense(on, labels);
  std::optional<DenseInput> levels;
  if (reads_levels(properties)) {
    require_numbers(op, {"intensity", *intensity}, replace_them, on);
    levels.emplace(on, *intensity);
  }
  const LabelSums sums = label_sums(on, sums_for(properties), dense.view(), view_of(levels));
  std::vector<Middles> middles;
  if (has_median(properties)) middles = middles_of(sums, dense.view(), levels->view());
  return table_of({LabelSumsView(sums), sums.hulls, middles}, labels.type(),
                  intensity ? std::optional(intensity->dtype()) : std::nullopt, options);
}

namespace measure_operator {

constexpr Input inputs[] = {
    {"labels", "label image of integers; 0 is background"},
    {"intensity", "image whose values are measured per label", Presence::optional},
};
constexpr Output outputs[] = {{"table", "one row per label, in ascending order of labels", OutputKind::table}};
constexpr auto option_table = bind<MeasureOptions>(
    option<&MeasureOptions::properties>("properties", "properties; intensity_* need intensity")
        .by_default("all but perimeter, hull and median"),
    spacing_option<&MeasureOptions::spacing>,
    option<&MeasureOptions::intervals>("intervals", "low and high of each intensity_class").by_default("none"));

std::vector<Property> properties_for(std::span<const ImageType> types, const Values& values) {
  return chosen(option_table.from(values), types[0].shape.rank(), types.size() > 1);
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const auto view = [&](std::size_t i) { return ConstImageView(nullptr, types[i].dtype, types[i].shape); };
  require_images(view(0), types.size() > 1 ? std::optional(view(1)) : std::nullopt);
  (void)properties_for(types, values);
  return {};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView>, const Values& values,
            const Execution& on) {
  return {.numbers = {}, .table = measure(images[0], given(images, 1), option_table.from(values), on)};
}

// Pixels are compared with their neighbours, also across the border of the block; the outline also compares those with
// theirs.
Coordinates halo(std::span<const ImageType> types, const Values& values) {
  const LabelSumsSpec spec = sums_for(properties_for(types, values));
  if (spec.outline) return {2, 2, 2};
  return spec.faces || spec.contacts ? Coordinates{1, 1, 1} : Coordinates{};
}

// A position as plane, row and column.
Cell cell_of(const Coordinates& place, int rank) {
  return rank == 3 ? Cell{place[0], place[1], place[2]} : Cell{0, place[0], place[1]};
}

// The cells of a box, as half-open ranges.
CellRange cells_of(const Box& box) {
  const Cell begin = cell_of(box.origin, box.rank());
  return {begin, box.rank() == 3 ? Cell{box.end(0), box.end(1), box.end(2)} : Cell{1, box.end(0), box.end(1)}};
}

// The middle levels of some labels, as the summary of the round before knows them.
std::vector<Middles> middles_in(const Bytes& known, std::span<const std::uint64_t> labels) {
  const MedianSummary summary(known);
  const std::span<const std::uint64_t> all = summary.sums().labels;
  std::vector<Middles> middles;
  for (const std::uint64_t label : labels) {
    const auto found = std::ranges::lower_bound(all, label);
    if (found == all.end() || *found != label) throw Error(ErrorKind::io, "the labels changed while they were read");
    middles.push_back(summary.middles(static_cast<std::size_t>(found - all.begin())));
  }
  return middles;
}

// One table per group of rows of the block.
void local(const BlockView& view, int round, const Bytes& known, const std::function<void(Bytes)>& give) {
  const std::vector<Property> properties =
      chosen(option_table.from(view.options), view.image.rank(), view.inputs.size() > 1);
  std::optional<ConstImageView> levels;
  if (reads_levels(properties)) {
    levels = view.inputs[1];
    require_numbers(op, {"intensity", *levels}, replace_them, view.on);
  }
  LabelSumsSpec spec = sums_for(properties);
  spec.origin = cell_of(view.box.origin, view.box.rank());
  spec.counted = cells_of(view.inner());
  std::int64_t first_row = 0;
  for_label_groups(view.on, spec, view.inputs[0], levels, [&](const LabelSums& group) {
    Bytes inner = to_bytes(LabelSumsView(group));
    if (spec.hulls) inner = hull_summary(inner, group.hulls);
    const std::int64_t first = std::exchange(first_row, group.end_row);
    if (!has_median(properties)) return give(std::move(inner));
    const LabelSumsView sums(group);
    const std::vector<Middles> middles =
        round > 0 ? middles_in(known, sums.labels) : std::vector<Middles>(sums.labels.size());
    const auto counts = label_digits({*spec.counted, first, group.end_row, round, sums.labels, sums.cells, middles},
                                     view.inputs[0], *levels);
    give(median_summary(inner, spec.hulls, middles, counts));
  });
}

Results concluded(const Found& found, std::span<const ImageType> types, const Values& values) {
  const std::optional<DType> levels = types.size() > 1 ? std::optional(types[1].dtype) : std::nullopt;
  return {.numbers = {}, .table = table_of(found, types[0], levels, option_table.from(values))};
}

std::int64_t row_bytes(std::span<const ImageType> types, const Values& values) {
  const std::vector<Property> properties = properties_for(types, values);
  const LabelSumsSpec spec = sums_for(properties);
  return static_cast<std::int64_t>(sizeof(std::uint64_t) + sizeof(CellSums)) +
         (spec.products ? std::int64_t{sizeof(ProductSums)} : 0) +
         (spec.contacts ? std::int64_t{sizeof(ContactSums)} : 0) +
         (!reads_levels(properties)     ? 0
          : is_floating(types[1].dtype) ? std::int64_t{sizeof(RealSums)}
                                        : std::int64_t{sizeof(WholeSums)});
}

double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  return label_groups_scratch(row_bytes(types, values), box);
}

int rounds(std::span<const ImageType>, const Values&) { return 1; }

constexpr LabelTable table = {
    .row_bytes = row_bytes,
    .labels = [](const Bytes& summary) { return LabelSumsView(summary).labels; },
    .slice = [](const Bytes& summary, std::size_t first,
                std::size_t count) { return sliced_label_sums(LabelSumsView(summary), first, count); }};

constexpr BlockForm form = {
    .halo = halo,
    .kind = SummaryForm{
        .rounds = rounds,
        .local = local,
        .merge = [](int, Bytes left, Bytes right,
                    const Values&) { return merged_label_sums(std::move(left), std::move(right)); },
        .conclude = [](const Bytes& known, std::span<const ImageType> types, const Values& values,
                       std::span<const ImageView>) { return concluded({LabelSumsView(known)}, types, values); },
        .table = &table},
    .worker_scratch = worker_scratch,
};

// With hulls, rows differ in size. A pixel has one corner.
constexpr LabelTable hull_table = {.row_bytes =
                                       [](std::span<const ImageType> types, const Values& values) {
                                         return row_bytes(types, values) +
                                                std::int64_t{2 * sizeof(std::uint64_t) + sizeof(HullPoint)};
                                       },
                                   .labels = [](const Bytes& summary) { return HullSummary(summary).sums().labels; },
                                   .slice = sliced_hull_summary,
                                   .row_ends = [](const Bytes& summary) { return HullSummary(summary).ends(); },
                                   .conclude_bytes = 2};

constexpr BlockForm hull_form = {
    .halo = halo,
    .kind = SummaryForm{
        .rounds = rounds,
        .local = local,
        // NOLINTNEXTLINE(performance-unnecessary-value-param): merges of other forms reuse the memory
        .merge = [](int, Bytes left, Bytes right, const Values&) { return merged_hull_summaries(left, right); },
        .conclude =
            [](const Bytes& known, std::span<const ImageType> types, const Values& values, std::span<const ImageView>) {
              const HullSummary summary(known);
              const Hulls hulls = summary.hulls();
              return concluded({summary.sums(), hulls}, types, values);
            },
        .table = &hull_table},
    // Corners of hulls, while rows are added; few pixels are corners.
    .scratch = [](std::span<const ImageType>, const Values&) { return 8.0; },
    .worker_scratch = worker_scratch,
};

// With medians, a round per digit; the sums are those of the last round. A pixel has one count.
constexpr LabelTable median_table = {
    .row_bytes =
        [](std::span<const ImageType> types, const Values& values) {
          return row_bytes(types, values) +
                 std::int64_t{sizeof(HullPoint) + sizeof(Middles) + 6 * sizeof(std::uint64_t)};
        },
    .labels = [](const Bytes& summary) { return MedianSummary(summary).sums().labels; },
    .slice = sliced_median_summary,
    .row_ends = [](const Bytes& summary) { return MedianSummary(summary).ends(); },
    .conclude_bytes = 2};

constexpr BlockForm median_form = {
    .halo = halo,
    .kind = SummaryForm{
        .rounds = [](std::span<const ImageType> types,
                     const Values&) { return static_cast<int>(size_of(types[1].dtype)); },
        .local = local,
        // NOLINTNEXTLINE(performance-unnecessary-value-param): merges of other forms reuse the memory
        .merge = [](int, Bytes left, Bytes right, const Values&) { return merged_median_summaries(left, right); },
        .conclude =
            [](const Bytes& known, std::span<const ImageType> types, const Values& values, std::span<const ImageView>) {
              const MedianSummary summary(known);
              const Hulls hulls = summary.hulls();
              std::vector<Middles> middles;
              for (std::size_t i = 0; i < summary.ends().size(); ++i) middles.push_back(summary.middles(i));
              return concluded({summary.sums(), hulls, middles}, types, values);
            },
        .table = &median_table},
    .scratch = [](std::span<const ImageType>, const Values&) { return 8.0 + label_digits_bytes; },
    .worker_scratch = worker_scratch,
};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  const std::vector<Property> properties = properties_for(types, values);
  if (has_median(properties)) return &median_form;
  return sums_for(properties).hulls ? &hull_form : &form;
}

extern constinit const Operator measure_row;
constinit const Operator measure_row = {
    .name = op,
    .summary = "Measure labelled objects: size, shape, intensity",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar measure labels.tif --intensity image.tif -o table.csv",
    .results = results,
    .run = run,
    .blocks = blocks,
};

}  // namespace measure_operator

}  // namespace preamar
