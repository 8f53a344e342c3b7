#include "operators/slope.h"

#include "core/error_text.h"
#include "operators/checks.h"
#include "primitives/dense.h"

#include <optional>

namespace preamar {
using namespace primitives;
namespace {

void require_plane(std::string_view op, int rank) {
  if (rank != 2)
    throw Error(ErrorKind::call, text(op, ": direction is asked of an image of rank ", rank, "; it is for rank 2"));
}

}  // namespace

void slope(std::string_view op, const ConvolveSpec& spec, ConstImageView image, ImageView magnitude,
           const std::optional<ImageView>& direction, const Execution& on) {
  require_image_and_out(op, image, magnitude, DType::float32, on);
  std::optional<DenseOutput> angles;
  if (direction) {
    require_plane(op, image.rank());
    require_usable(op, on, {}, {{"direction", *direction}});
    require_alike(op, {"direction", *direction}, {"the result", magnitude});
    require_apart(op, {"image", image}, {"direction", *direction});
    require_apart(op, {"out", magnitude}, {"direction", *direction});
    angles.emplace(*direction);
  }
  if (image.shape().count() == 0) return;
  const DenseInput levels(on, image);
  const DenseOutput steepness(magnitude);
  convolve(on, spec, levels.view(), {.magnitude = steepness.view(), .direction = view_of(angles)});
  steepness.finish(on);
  if (angles) angles->finish(on);
}

std::vector<ImageType> slope_types(std::string_view op, std::span<const ImageType> inputs, const Values& values) {
  const Shape shape = image_type(op, inputs).shape;
  std::vector<ImageType> types{{DType::float32, shape}};
  if (value_or<bool>(values, "direction", false)) {
    require_plane(op, shape.rank());
    types.push_back({DType::float32, shape});
  }
  return types;
}

}  // namespace preamar
