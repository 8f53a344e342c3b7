#include "operators/valid_pixels.h"

#include "core/error_text.h"
#include "operators/checks.h"
#include "primitives/histogram.h"
#include "primitives/map.h"
#include "primitives/reduce.h"

#include <limits>
#include <vector>

namespace preamar {
using namespace primitives;
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

void require_pair(std::string_view op, std::string_view name, const ImageType& image, const ImageType& valid) {
  if (valid.shape != image.shape)
    throw Error(ErrorKind::call, text(op, ": ", name, " has shape ", image.shape.text(), " and valid ",
                                      valid.shape.text(), "; their shape must be the same"));
  if (is_floating(valid.dtype))
    throw Error(ErrorKind::call, text(op, ": valid is ", name_of(valid.dtype),
                                      "; give bool or integers, such as the result of the operator valid"));
}

}  // namespace

void require_valid(std::string_view op, std::string_view name, ConstImageView image, ConstImageView valid,
                   const Execution& on) {
  require_readable(op, on, {"valid", valid});
  require_pair(op, name, image.type(), valid.type());
}

void require_valid_type(std::string_view op, std::span<const ImageType> types) {
  if (types.size() > 1) require_pair(op, "image", types[0], types[1]);
}

WorkImage kept_where(const Execution& on, ConstImageView image, ConstImageView valid, double value) {
  WorkImage kept(on, image.type());
  map(on, {.pixel = Pixel::keep, .value = value}, image, valid, kept);
  return kept;
}

MinMax extent_of_valid(std::string_view op, const Execution& on, ConstImageView image, ConstImageView valid) {
  const WorkImage kept = kept_where(on, image, valid, inf);
  require_numbers(op, {"image", kept}, replace_them, on);
  const PixelValue minimum = extent(on, kept).extent.minimum;
  map(on, {.pixel = Pixel::keep, .value = -inf}, image, valid, kept);
  return {minimum, extent(on, kept).extent.maximum};
}

void throw_none_valid(std::string_view op) { throw Error(ErrorKind::input, text(op, ": image has no valid pixel")); }

void require_some_valid(std::string_view op, const MinMax& extent) {
  if (extent.minimum > extent.maximum) throw_none_valid(op);
}

// The other pixels have one value, whose bin is corrected by their number.
void count_valid(std::string_view op, const Execution& on, std::span<const double> edges, ConstImageView image,
                 const std::optional<ConstImageView>& valid, std::span<std::int64_t> counts) {
  if (!valid) return histogram(on, {.edges = edges}, image, counts);
  const WorkImage kept = kept_where(on, image, *valid, 0);
  require_numbers(op, {"image", kept}, replace_them, on);
  histogram(on, {.edges = edges}, kept, counts);
  const Shape one{1, 1};
  const WorkImage zero(on, {image.dtype(), one});
  map(on, {.pixel = Pixel::fill, .value = 0}, zero, zero);
  std::vector<std::int64_t> of_zero(counts.size());
  histogram(on, {.edges = edges}, zero, of_zero);
  const WorkImage ones(on, {DType::boolean, image.shape()});
  map(on, {.pixel = Pixel::fill, .value = 1}, ones, ones);
  const WorkImage counted = kept_where(on, ones, *valid, 0);
  const std::int64_t others = image.shape().count() - reduce(on, {.summary = Summary::nonzero_count}, counted);
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] -= of_zero[i] * others;
}

double valid_scratch(std::span<const ImageType> types, const Values&) {
  return types.size() > 1 ? static_cast<double>(size_of(types[0].dtype)) + 2 : 0.0;
}

}  // namespace preamar
