#include <preamar/operator.h>
#include <preamar/regional_maxima.h>

#include "operators/checks.h"
#include "skeletons/dense.h"
#include "skeletons/propagate.h"
#include "skeletons/reduce.h"
#include "skeletons/stencil.h"

namespace preamar {
namespace {

constexpr std::string_view name_in(Order order) {
  return order == Order::rising ? "regional_maxima" : "regional_minima";
}

// Water begins where a pixel has a better neighbour, as high as the pixel itself, and spreads under the image. A
// plateau with a better neighbour holds such a pixel and fills; one without has only worse neighbours, so what comes
// from them stays below it, and there it differs from the image. An image without any such pixel is constant.
void find(Order order, const ConstImage& image, const Image& out, const RegionalMaximaOptions& options,
          const Execution& on) {
  const std::string_view op = name_in(order);
  require_image_and_out(op, image, out, DType::boolean, on);
  const int connectivity = connectivity_of(op, options.connectivity, image.rank(), image.rank());
  if (image.shape().count() == 0) return;

  const Axes axes = storage_order(image);
  const DenseInput limit(on, permuted(image, axes));
  const DenseOutput found(permuted(out, axes));
  if (reduce(on, {.summary = Summary::is_constant}, limit.view())) {
    map(on, {.pixel = Pixel::fill, .value = 1}, found.view(), found.view());
  } else {
    OwnedImage water(limit.view().type());
    stencil(on, {Cell::slope, order, Footprint::neighbours, connectivity}, limit.view(), water);
    propagate(on, {.order = order, .connectivity = connectivity}, water, limit.view(), water);
    map(on, {.pixel = Pixel::differs}, limit.view(), water, found.view());
  }
  found.finish(on);
}

OwnedImage found_in(Order order, const ConstImage& image, const RegionalMaximaOptions& options, const Execution& on) {
  OwnedImage out(DType::boolean, image.shape());
  find(order, image, out, options, on);
  return out;
}

}  // namespace

void regional_maxima(const ConstImage& image, const Image& out, const RegionalMaximaOptions& options,
                     const Execution& on) {
  find(Order::rising, image, out, options, on);
}
void regional_minima(const ConstImage& image, const Image& out, const RegionalMaximaOptions& options,
                     const Execution& on) {
  find(Order::falling, image, out, options, on);
}
OwnedImage regional_maxima(const ConstImage& image, const RegionalMaximaOptions& options, const Execution& on) {
  return found_in(Order::rising, image, options, on);
}
OwnedImage regional_minima(const ConstImage& image, const RegionalMaximaOptions& options, const Execution& on) {
  return found_in(Order::falling, image, options, on);
}

namespace {

constexpr Input inputs[] = {{"image", "grey levels"}};
constexpr Output maxima[] = {{"image", "true on plateaus without a higher neighbour"}};
constexpr Output minima[] = {{"image", "true on plateaus without a lower neighbour"}};
constexpr Option option_rows[] = {connectivity_row};

template <Order order>
std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  return {{DType::boolean, image_type(name_in(order), types).shape}};
}

template <Order order>
Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  find(order, images[0], outs[0], {.connectivity = connectivity_in(values)}, on);
  return {};
}

}  // namespace

extern constinit const Operator regional_maxima_row;
constinit const Operator regional_maxima_row = {
    .name = name_in(Order::rising),
    .summary = "Mark plateaus without a higher neighbour",
    .inputs = inputs,
    .options = option_rows,
    .outputs = maxima,
    .example = "preamar regional_maxima image.tif -o maxima.tif",
    .results = results<Order::rising>,
    .run = run<Order::rising>,
};

extern constinit const Operator regional_minima_row;
constinit const Operator regional_minima_row = {
    .name = name_in(Order::falling),
    .summary = "Mark plateaus without a lower neighbour",
    .dual_of = "regional_maxima",
    .inputs = inputs,
    .options = option_rows,
    .outputs = minima,
    .example = "preamar regional_minima image.tif -o minima.tif",
    .results = results<Order::falling>,
    .run = run<Order::falling>,
};

}  // namespace preamar
