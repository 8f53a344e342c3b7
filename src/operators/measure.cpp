#include <preamar/measure.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/rows.h"
#include "core/values.h"
#include "operators/checks.h"
#include "operators/measure_columns.h"
#include "operators/tally_bytes.h"
#include "skeletons/block_form.h"
#include "skeletons/dense.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace preamar {
namespace {

constexpr std::string_view op = "measure";

constexpr std::string_view property_names[] = {
    "size",       "box",        "centroid",      "covariance",    "axes",           "boundary",
    "sphericity", "elongation", "intensity_min", "intensity_max", "intensity_mean", "intensity_variance"};

std::string all_names() {
  std::string names;
  for (const std::string_view name : property_names) names += text(names.empty() ? "" : ", ", name);
  return names;
}

bool is_of_intensity(Property property) { return property >= Property::intensity_min; }

void require_images(const ConstImage& labels, const ConstImage& intensity) {
  require_labels(op, {"labels", labels});
  if (intensity.rank() > 0 && intensity.shape() != labels.shape())
    throw Error(ErrorKind::call, text(op, ": intensity has shape ", intensity.shape().text(), " and labels ",
                                      labels.shape().text(), "; their shape must be the same"));
}

// In their own order, each once; all that the images allow where none is named.
std::vector<Property> chosen(const std::vector<Property>& given, const ConstImage& intensity) {
  std::vector<Property> properties;
  for (std::size_t i = 0; i < std::size(property_names); ++i) {
    const auto property = static_cast<Property>(i);
    const bool named = std::ranges::find(given, property) != given.end();
    if (named && is_of_intensity(property) && intensity.rank() == 0)
      throw Error(ErrorKind::call, text(op, ": ", property_names[i], " needs the image intensity"));
    if (named || (given.empty() && (intensity.rank() > 0 || !is_of_intensity(property))))
      properties.push_back(property);
  }
  return properties;
}

TallySpec spec_for(const std::vector<Property>& properties) {
  const auto any = [&](std::initializer_list<Property> of) {
    return std::ranges::find_first_of(properties, of) != properties.end();
  };
  return {.products = any({Property::covariance, Property::axes, Property::elongation}),
          .faces = any({Property::boundary, Property::sphericity})};
}

}  // namespace

Table measure(const ConstImage& labels, const ConstImage& intensity, const MeasureOptions& options,
              const Execution& on) {
  require_images(labels, intensity);
  const std::vector<Property> properties = chosen(options.properties, intensity);
  const bool reads_levels = std::ranges::any_of(properties, is_of_intensity);
  if (reads_levels) require_numbers(op, {"intensity", intensity}, replace_them, on);
  const DenseInput dense(on, labels), levels(on, reads_levels ? intensity : ConstImage());
  const Tallies tallies = tally(on, spec_for(properties), dense.view(), levels.view());
  return columns_of({TallyView(tallies), labels.rank(), labels.dtype(), intensity.dtype()}, properties);
}

namespace {

constexpr Input inputs[] = {
    {"labels", "objects, each with a number of its own; 0 is none"},
    {"intensity", "whose values are measured within each object", Presence::optional},
};
constexpr Output outputs[] = {{"table", "a row an object, in ascending order of labels", OutputKind::table}};
constexpr Option option_rows[] = {
    {"properties",
     OptionKind::text,
     "all",
     {},
     "which of size, box, centroid, covariance, axes, boundary, sphericity, "
     "elongation, intensity_min, intensity_max, intensity_mean, "
     "intensity_variance, with commas between them"},
};

Property property_named(std::string_view name) {
  const auto found = std::ranges::find(property_names, name);
  if (found == std::end(property_names))
    throw Error(ErrorKind::call, text(op, ": properties has '", name, "'; it must be of ", all_names()));
  return static_cast<Property>(found - std::begin(property_names));
}

MeasureOptions options_from(const Values& values) {
  const auto words = value_or<std::string>(values, "properties", "all");
  MeasureOptions options;
  if (words == "all") return options;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    options.properties.push_back(property_named(std::string_view(words).substr(begin, end - begin)));
    begin = end + 1;
  }
  return options;
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  const ConstImage labels(nullptr, types[0].dtype, types[0].shape);
  const ConstImage intensity(nullptr, types[1].dtype, types[1].shape);
  require_images(labels, intensity);
  (void)chosen(options_from(values).properties, intensity);
  return {};
}

Found run(std::span<const ConstImage> images, std::span<const Image>, const Values& values, const Execution& on) {
  return {.numbers = {}, .table = measure(images[0], images[1], options_from(values), on)};
}

std::vector<Property> properties_for(std::span<const ImageType> types, const Values& values) {
  return chosen(options_from(values).properties, ConstImage(nullptr, types[1].dtype, types[1].shape));
}

// What lies behind the faces of the block is looked at.
Place halo(std::span<const ImageType> types, const Values& values) {
  return spec_for(properties_for(types, values)).faces ? Place{1, 1, 1} : Place{};
}

// A place as plane, row and column.
Cell cell_of(const Place& place, int rank) {
  return rank == 3 ? Cell{place[0], place[1], place[2]} : Cell{0, place[0], place[1]};
}

// The cells of a box.
CellRange cells_of(const Box& box) {
  const Cell begin = cell_of(box.origin, box.rank());
  return {begin, box.rank() == 3 ? Cell{box.end(0), box.end(1), box.end(2)} : Cell{1, box.end(0), box.end(1)}};
}

// As many labels as make a table that is worth joining; fewer take less memory.
constexpr std::int64_t labels_at_once = 4096;

// A table for each part of the block in which there are many labels.
void local(const Piece& piece, int, const Bytes&, const std::function<void(Bytes)>& give) {
  const ImageType types[] = {piece.inputs[0].type(), piece.inputs[1].type()};
  const std::vector<Property> properties = properties_for(types, piece.options);
  const bool reads_levels = std::ranges::any_of(properties, is_of_intensity);
  if (reads_levels) require_numbers(op, {"intensity", piece.inputs[1]}, replace_them, piece.on);
  TallySpec spec = spec_for(properties);
  spec.origin = cell_of(piece.box.origin, piece.box.rank());
  spec.counted = cells_of(piece.inner());
  spec.labels_enough = labels_at_once;
  const std::int64_t rows = row_count(piece.block.shape);
  while (spec.first_row < rows) {
    const Tallies part = tally(piece.on, spec, piece.inputs[0], reads_levels ? piece.inputs[1] : ConstImage());
    spec.first_row = part.end_row;
    give(to_bytes(TallyView(part)));
  }
}

Found conclude(const Bytes& known, std::span<const ImageType> types, const Values& values, std::span<const Image>) {
  return {.numbers = {},
          .table = columns_of({TallyView(known), types[0].shape.rank(), types[0].dtype, types[1].dtype},
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

// The labels of a part of a block, and those of its last row: their sums while the lists of them grow and are put in
// order, where they are found, and the runs of three rows.
double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& box) {
  constexpr double found = 100, run = 3 * 32 + 8;
  const auto columns = static_cast<double>(box[box.rank() - 1]);
  return (labels_at_once + columns) * (5 * static_cast<double>(row_bytes(types, values)) + found) + columns * run;
}

constexpr LabelTable table = {.row_bytes = row_bytes,
                              .labels = [](const Bytes& summary) { return TallyView(summary).labels; }};

constexpr BlockForm form = {
    .halo = halo,
    .kind = SummaryForm{.rounds = [](std::span<const ImageType>, const Values&) { return 1; },
                        .local = local,
                        .merge = [](int, Bytes left, Bytes right,
                                    const Values&) { return merged_tallies(std::move(left), std::move(right)); },
                        .conclude = conclude,
                        .table = &table},
    .worker_scratch = worker_scratch,
};

const BlockForm* blocks(std::span<const ImageType>, const Values&) { return &form; }

}  // namespace

extern constinit const Operator measure_row;
constinit const Operator measure_row = {
    .name = op,
    .summary = "Measure labelled objects: size, place, shape and intensity of each",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar measure labels.tif --intensity image.tif -o table.csv",
    .results = results,
    .run = run,
    .blocks = blocks,
};

}  // namespace preamar
