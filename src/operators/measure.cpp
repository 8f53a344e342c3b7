#include <preamar/measure.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/label_groups.h"
#include "operators/label_sums_bytes.h"
#include "operators/measure_columns.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"

#include <algorithm>
#include <optional>

namespace preamar {
using namespace primitives;

template <>
inline constexpr auto words_of<Property> = std::to_array<std::string_view>(
    {"size", "box", "centroid", "covariance", "axes", "boundary", "sphericity", "elongation", "intensity_min",
     "intensity_max", "intensity_mean", "intensity_variance"});

namespace {

constexpr std::string_view op = "measure";

bool is_of_intensity(Property property) { return property >= Property::intensity_min; }

void require_images(ConstImageView labels, const std::optional<ConstImageView>& intensity) {
  require_labels(op, {"labels", labels});
  if (!intensity) return;
  require_rank(op, {"intensity", *intensity}, 2, 3);
  if (intensity->shape() != labels.shape())
    throw Error(ErrorKind::call, text(op, ": intensity has shape ", intensity->shape().text(), " and labels ",
                                      labels.shape().text(), "; their shape must be the same"));
}

// The given properties in the order of the enumeration, each once. If none is given, all that the images allow.
std::vector<Property> chosen(const std::vector<Property>& given, bool has_intensity) {
  std::vector<Property> properties;
  for (std::size_t i = 0; i < words_of<Property>.size(); ++i) {
    const auto property = static_cast<Property>(i);
    const bool named = std::ranges::find(given, property) != given.end();
    if (named && is_of_intensity(property) && !has_intensity)
      throw Error(ErrorKind::call, text(op, ": ", words_of<Property>[i], " needs the image intensity"));
    if (named || (given.empty() && (has_intensity || !is_of_intensity(property)))) properties.push_back(property);
  }
  return properties;
}

LabelSumsSpec spec_for(const std::vector<Property>& properties) {
  const auto any = [&](std::initializer_list<Property> of) {
    return std::ranges::find_first_of(properties, of) != properties.end();
  };
  return {.products = any({Property::covariance, Property::axes, Property::elongation}),
          .faces = any({Property::boundary, Property::sphericity})};
}

// Placeholder for the dtype of a missing intensity image; no column has it.
constexpr DType no_levels = DType::uint8;

}  // namespace

Table measure(ConstImageView labels, const std::optional<ConstImageView>& intensity, const MeasureOptions& options,
              const Execution& on) {
  require_usable(op, on, {{"labels", labels}});
  if (intensity) require_readable(op, on, {"intensity", *intensity});
  require_images(labels, intensity);
  const std::vector<Property> properties = chosen(options.properties, intensity.has_value());
  const DenseInput dense(on, labels);
  std::optional<DenseInput> levels;
  if (std::ranges::any_of(properties, is_of_intensity)) {
    require_numbers(op, {"intensity", *intensity}, replace_them, on);
    levels.emplace(on, *intensity);
  }
  const LabelSums sums = label_sums(on, spec_for(properties), dense.view(), view_of(levels));
  return columns_of({LabelSumsView(sums), labels.rank(), labels.dtype(), intensity ? intensity->dtype() : no_levels},
                    properties);
}

namespace {

constexpr Input inputs[] = {
    {"labels", "label image of integers; 0 is background"},
    {"intensity", "image whose values are measured per label", Presence::optional},
};
constexpr Output outputs[] = {{"table", "one row per label, in ascending order of labels", OutputKind::table}};
constexpr auto option_table = bind<MeasureOptions>(
    option<&MeasureOptions::properties>("properties", "properties to measure; intensity_* need the intensity image")
        .by_default("all that the images allow"));

std::vector<Property> properties_for(std::span<const ImageType> types, const Values& values) {
  return chosen(option_table.from(values).properties, types.size() > 1);
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

// The boundary compares each pixel with its neighbours, also across the border of the block.
Place halo(std::span<const ImageType> types, const Values& values) {
  return spec_for(properties_for(types, values)).faces ? Place{1, 1, 1} : Place{};
}

// A position as plane, row and column.
Cell cell_of(const Place& place, int rank) {
  return rank == 3 ? Cell{place[0], place[1], place[2]} : Cell{0, place[0], place[1]};
}

// The cells of a box, as half-open ranges.
CellRange cells_of(const Box& box) {
  const Cell begin = cell_of(box.origin, box.rank());
  return {begin, box.rank() == 3 ? Cell{box.end(0), box.end(1), box.end(2)} : Cell{1, box.end(0), box.end(1)}};
}

// One table per group of rows of the block.
void local(const Piece& piece, int, const Bytes&, const std::function<void(Bytes)>& give) {
  const std::vector<Property> properties = chosen(option_table.from(piece.options).properties, piece.inputs.size() > 1);
  std::optional<ConstImageView> levels;
  if (std::ranges::any_of(properties, is_of_intensity)) {
    levels = piece.inputs[1];
    require_numbers(op, {"intensity", *levels}, replace_them, piece.on);
  }
  LabelSumsSpec spec = spec_for(properties);
  spec.origin = cell_of(piece.box.origin, piece.box.rank());
  spec.counted = cells_of(piece.inner());
  for_label_groups(piece.on, spec, piece.inputs[0], levels,
                   [&](const LabelSums& group) { give(to_bytes(LabelSumsView(group))); });
}

Results conclude(const Bytes& known, std::span<const ImageType> types, const Values& values,
                 std::span<const ImageView>) {
  return {.numbers = {},
          .table = columns_of({LabelSumsView(known), types[0].shape.rank(), types[0].dtype,
                               types.size() > 1 ? types[1].dtype : no_levels},
                              properties_for(types, values))};
}

std::int64_t row_bytes(std::span<const ImageType> types, const Values& values) {
  const std::vector<Property> properties = properties_for(types, values);
  const bool reads_levels = std::ranges::any_of(properties, is_of_intensity);
  return static_cast<std::int64_t>(sizeof(std::uint64_t) + sizeof(CellSums)) +
         (spec_for(properties).products ? std::int64_t{sizeof(ProductSums)} : 0) +
         (!reads_levels                 ? 0
          : is_floating(types[1].dtype) ? std::int64_t{sizeof(RealSums)}
                                        : std::int64_t{sizeof(WholeSums)});
}

double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  return label_groups_scratch(row_bytes(types, values), box);
}

constexpr LabelTable table = {.row_bytes = row_bytes,
                              .labels = [](const Bytes& summary) { return LabelSumsView(summary).labels; },
                              .slice = sliced_label_sums};

constexpr BlockForm form = {
    .halo = halo,
    .kind = SummaryForm{.rounds = [](std::span<const ImageType>, const Values&) { return 1; },
                        .local = local,
                        .merge = [](int, Bytes left, Bytes right,
                                    const Values&) { return merged_label_sums(std::move(left), std::move(right)); },
                        .conclude = conclude,
                        .table = &table},
    .worker_scratch = worker_scratch,
};

const BlockForm* blocks(std::span<const ImageType>, const Values&) { return &form; }

}  // namespace

extern constinit const Operator measure_row;
constinit const Operator measure_row = {
    .name = op,
    .summary = "Measure labelled objects: size, shape, intensity",
    .task = Task::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar measure labels.tif --intensity image.tif -o table.csv",
    .results = results,
    .run = run,
    .blocks = blocks,
};

}  // namespace preamar
