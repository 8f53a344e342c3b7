#include <preamar/distance.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "core/values.h"
#include "operators/checks.h"
#include "operators/shared_options.h"
#include "operators/spacing.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/distance_transform.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace preamar {
using namespace primitives;

template <>
inline constexpr auto words_of<DistanceMethod> = std::to_array<std::string_view>({"exact", "nearest_seed"});

namespace distance_operator {

constexpr std::string_view op = "distance";

constexpr auto option_table = bind<DistanceOptions>(
    spacing_option<&DistanceOptions::spacing>,
    option<&DistanceOptions::squared>("squared", "return squared distances; exact integers if the spacing is 1"),
    output_flag<DistanceOptions>("indices", "also return the index of the nearest background pixel"),
    option<&DistanceOptions::method>("method", "exact transform, or Danielsson's approximation"));

bool counts_pixels(const DistanceOptions& options) {
  for (const double number : options.spacing)
    if (number != 1) return false;
  return true;
}

}  // namespace distance_operator

ImageType distance_type(const ImageType& image, const DistanceOptions& options) {
  using namespace distance_operator;
  require_rank(op, {"image", ConstImageView(nullptr, image.dtype, image.shape)}, 2, 3);
  const DistanceTransformSpec spec = in_units(op, options.spacing, image.shape);
  if (!options.squared) return {DType::float32, image.shape};
  if (!counts_pixels(options)) return {DType::float64, image.shape};
  const bool small = largest_sum(spec, image.shape) < std::numeric_limits<std::uint32_t>::max();
  return {small ? DType::uint32 : DType::uint64, image.shape};
}

namespace distance_operator {

void write_distances(ConstImageView image, ImageView out, const std::optional<ImageView>& indices,
                     const DistanceOptions& options, const Execution& on) {
  require_usable(op, on, {{"image", image}}, {{"out", out}});
  const ImageType type = distance_type(image.type(), options);
  require_alike(op, {"out", out}, {"the result", ConstImageView(nullptr, type.dtype, type.shape)});
  require_apart(op, {"image", image}, {"out", out});
  std::optional<DenseOutput> nearest;
  if (indices) {
    require_usable(op, on, {}, {{"indices", *indices}});
    require_alike(op, {"indices", *indices}, {"the result", ConstImageView(nullptr, DType::int64, type.shape)});
    require_apart(op, {"image", image}, {"indices", *indices});
    require_apart(op, {"out", out}, {"indices", *indices});
    nearest.emplace(*indices);
  }
  const DenseOutput lengths(out);
  DistanceTransformSpec spec = in_units(op, options.spacing, image.shape());
  if (options.method == DistanceMethod::nearest_seed) spec.search = Search::nearest_seed;
  distance_transform(on, spec, image, {.lengths = lengths.view(), .nearest = view_of(nearest)});
  lengths.finish(on);
  if (nearest) nearest->finish(on);
}

}  // namespace distance_operator

void distance(ConstImageView image, ImageView out, ImageView indices, const DistanceOptions& options,
              const Execution& on) {
  distance_operator::write_distances(image, out, indices, options, on);
}

void distance(ConstImageView image, ImageView out, const DistanceOptions& options, const Execution& on) {
  distance_operator::write_distances(image, out, {}, options, on);
}

Image distance(ConstImageView image, const DistanceOptions& options, const Execution& on) {
  Image out(distance_type(image.type(), options));
  distance(image, out, options, on);
  return out;
}

namespace distance_operator {

constexpr Input inputs[] = {{"image", "mask: pixels equal to 0 are background"}};
constexpr Output outputs[] = {
    {"image", "distance to the nearest background pixel"},
    {"indices", "flat index of that pixel in C order, -1 if there is none", OutputKind::image, "indices"},
};
std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  std::vector<ImageType> found{distance_type(types[0], option_table.from(values))};
  if (value_or<bool>(values, "indices", false)) found.push_back({DType::int64, types[0].shape});
  return found;
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values& values,
            const Execution& on) {
  write_distances(images[0], outs[0], given(outs, 1), option_table.from(values), on);
  return {};
}

DistanceTransformSpec block_spec(std::span<const ImageType> types, const Values& values) {
  return in_units(op, option_table.from(values).spacing, types[0].shape);
}

// The axes of a band of lines, as the transform counts along them; rows of its tables are padded.
struct Tables {
  Tables(std::span<const ImageType> types, const Values& values) {
    const Shape& shape = types[0].shape;
    const bool has_wide_sums = largest_sum(block_spec(types, values), shape) >= std::uint64_t{1} << 31;
    count = has_wide_sums ? 4 : 2;
    sum = has_wide_sums ? 8 : 4;
    fast = static_cast<double>(shape[shape.rank() - 1]);
    middle = shape.rank() == 3 ? static_cast<double>(shape[1]) : 1;
    padded = fast + 64;
    results = value_or<bool>(values, "indices", false) ? 2 : 1;
  }
  double count, sum;  // bytes
  double fast, middle, padded;
  double results;
};

// Steps at both ends of bands of 8 rows or more.
double scratch(std::span<const ImageType> types, const Values& values) {
  const Tables tables(types, values);
  return 2 * tables.count / 8 * tables.padded / std::max(1.0, tables.fast);
}

// Per thread, the steps of a band, squares of a plane, and up to 9 more bands, for an even share. Once, squares of all
// steps.
double worker_scratch(std::span<const ImageType> types, const Values& values, const Shape& block) {
  const Tables tables(types, values);
  const double plane = tables.middle * tables.padded;
  const auto depth = static_cast<double>(block[0]);
  const double fitting = std::max(8 * plane, std::min(32 * plane, 0x1p18 + 32 * tables.middle * 64));
  const double steps = std::min(depth * plane, fitting) * tables.count;
  const double lines = 64 * (tables.middle + tables.padded) * tables.sum;
  return tables.results * (steps + 2 * plane * tables.sum) + std::min(depth, 9.0) * 2 * tables.count * plane + lines;
}

// A mask; and the goals on either side of a slab, which may be one plane.
double planes_scratch(std::span<const ImageType> types, const Values& values) { return 9 + scratch(types, values); }

// Goals per line, of blocks that may be one plane.
double lines_scratch(std::span<const ImageType>, const Values&) { return 4; }

constexpr BlockForm lines_form = {.kind = DistanceLinesForm{block_spec}, .scratch = lines_scratch};
constexpr BlockForm planes_form = {
    .kind = DistancePlanesForm{block_spec}, .scratch = planes_scratch, .worker_scratch = worker_scratch};
constexpr BlockForm form = {.kind = DistanceForm{.spec = block_spec, .lines = &lines_form, .planes = &planes_form},
                            .scratch = scratch,
                            .worker_scratch = worker_scratch};

const BlockForm* blocks(std::span<const ImageType> types, const Values& values) {
  (void)distance_type(types[0], option_table.from(values));  // throws if an option is invalid
  return option_table.from(values).method == DistanceMethod::exact ? &form : nullptr;
}

extern constinit const Operator distance_row;
constinit const Operator distance_row = {
    .name = op,
    .summary = "Exact Euclidean distance transform",
    .topic = Topic::distance,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar distance cells.tif -o distance.tif",
    .results = results,
    .run = run,
    .blocks = blocks,
    .on_devices = up_to_32_bits,
};

}  // namespace distance_operator

}  // namespace preamar
