#include <preamar/distance.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "core/values.h"
#include "operators/checks.h"
#include "operators/spacing.h"
#include "skeletons/dense.h"
#include "skeletons/lines.h"

#include <limits>
#include <optional>
#include <string>

namespace preamar {
namespace {

constexpr std::string_view op = "distance";

bool counts_pixels(const DistanceOptions& options) {
  for (const double number : options.spacing)
    if (number != 1) return false;
  return true;
}

}  // namespace

ImageType distance_type(const ImageType& image, const DistanceOptions& options) {
  require_rank(op, {"image", ConstImage(nullptr, image.dtype, image.shape)}, 2, 3);
  const LinesSpec spec = in_units(op, options.spacing, image.shape);
  if (!options.squared) return {DType::float32, image.shape};
  if (!counts_pixels(options)) return {DType::float64, image.shape};
  const bool small = largest_sum(spec, image.shape) < std::numeric_limits<std::uint32_t>::max();
  return {small ? DType::uint32 : DType::uint64, image.shape};
}

void distance(const ConstImage& image, const Image& out, const Image& indices, const DistanceOptions& options,
              const Execution& on) {
  const ImageType type = distance_type(image.type(), options);
  require_alike(op, {"out", out}, {"the result", ConstImage(nullptr, type.dtype, type.shape)});
  require_apart(op, {"image", image}, {"out", out});
  std::optional<DenseOutput> nearest;
  if (indices.rank() > 0) {
    require_alike(op, {"indices", indices}, {"the result", ConstImage(nullptr, DType::int64, type.shape)});
    require_apart(op, {"image", image}, {"indices", indices});
    require_apart(op, {"out", out}, {"indices", indices});
    nearest.emplace(indices);
  }
  const DenseOutput lengths(out);
  LinesSpec spec = in_units(op, options.spacing, image.shape());
  if (options.method == DistanceMethod::nearest_seed) spec.search = Search::nearest_seed;
  lines(on, spec, image, {.lengths = lengths.view(), .nearest = nearest ? nearest->view() : Image()});
  lengths.finish(on);
  if (nearest) nearest->finish(on);
}

void distance(const ConstImage& image, const Image& out, const DistanceOptions& options, const Execution& on) {
  distance(image, out, Image(), options, on);
}

OwnedImage distance(const ConstImage& image, const DistanceOptions& options, const Execution& on) {
  OwnedImage out(distance_type(image.type(), options));
  distance(image, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {{"image", "0 is background, everything else is not"}};
constexpr Output outputs[] = {
    {"image", "the distance to the nearest background pixel"},
    {"indices", "which pixel that is, counted in C order", OutputKind::image, "indices"},
};
constexpr std::string_view methods[] = {"exact", "nearest_seed"};
constexpr Option option_rows[] = {
    {"spacing", OptionKind::reals, "1", {}, "the distance of neighbours along each axis, or one number for all"},
    {"squared", OptionKind::flag, "false", {}, "squares of distances: whole numbers where the spacing is 1"},
    {"indices", OptionKind::flag, "false", {}, "also which background pixel is nearest"},
    {"method", OptionKind::word, "exact", methods, "exact, or Danielsson's approximation"},
};

DistanceOptions options_from(const Values& values) {
  return {
      .spacing = value_or<std::vector<double>>(values, "spacing", {}),
      .squared = value_or<bool>(values, "squared", false),
      .method = value_or<std::string>(values, "method", "exact") == "exact" ? DistanceMethod::exact
                                                                            : DistanceMethod::nearest_seed,
  };
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  std::vector<ImageType> found{distance_type(types[0], options_from(values))};
  if (value_or<bool>(values, "indices", false)) found.push_back({DType::int64, types[0].shape});
  return found;
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  distance(images[0], outs[0], outs.size() > 1 ? outs[1] : Image(), options_from(values), on);
  return {};
}

}  // namespace

extern constinit const Operator distance_row;
constinit const Operator distance_row = {
    .name = op,
    .summary = "The exact Euclidean distance of each pixel to the nearest background pixel",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar distance cells.tif -o distance.tif",
    .results = results,
    .run = run,
    .on_devices = up_to_32_bits,
};

}  // namespace preamar
