#include "primitives/dense.h"

#include <algorithm>
#include <cstdlib>

namespace preamar::primitives {
namespace {

struct Layout {
  Shape shape;
  Strides strides;
};

Layout permuted_layout(ConstImageView image, const Axes& axes) {
  std::array<std::int64_t, max_rank> extents{};
  Strides strides{};
  for (int i = 0; i < image.rank(); ++i) {
    extents[static_cast<std::size_t>(i)] = image.shape()[axes[static_cast<std::size_t>(i)]];
    strides[static_cast<std::size_t>(i)] = image.stride(axes[static_cast<std::size_t>(i)]);
  }
  return {Shape(extents.data(), image.rank()), strides};
}

}  // namespace

Axes storage_order(ConstImageView image) {
  Axes axes{0, 1, 2};
  std::stable_sort(axes.begin(), axes.begin() + image.rank(),
                   [&](int a, int b) { return std::abs(image.stride(a)) > std::abs(image.stride(b)); });
  return axes;
}

ConstImageView permuted(ConstImageView image, const Axes& axes) {
  const auto [shape, strides] = permuted_layout(image, axes);
  return {image.data(), image.dtype(), shape, strides, image.location()};
}

ImageView permuted(ImageView image, const Axes& axes) {
  const auto [shape, strides] = permuted_layout(image, axes);
  return {image.data(), image.dtype(), shape, strides, image.location()};
}

DenseInput::DenseInput(const Execution& on, ConstImageView image) : view_(image) {
  if (image.has_dense_rows()) return;
  copy_ = WorkImage(on, image.type());
  map(on, {.pixel = Pixel::copy}, image, copy_);
  view_ = copy_.view();
}

DenseOutput::DenseOutput(ImageView image) : image_(image), view_(image) {
  if (image.has_dense_rows()) return;
  scratch_ = Image(image.type());
  view_ = scratch_;
}

void DenseOutput::finish(const Execution& on) const {
  if (view_.data() != image_.data()) map(on, {.pixel = Pixel::copy}, view_, image_);
}

}  // namespace preamar::primitives
