// Views with dense rows for images of any strides. Most primitives need dense rows.
#pragma once

#include "primitives/map.h"
#include "primitives/work_image.h"

#include <array>
#include <optional>

namespace preamar::primitives {

using Axes = std::array<int, max_rank>;

// The axes in descending order of stride.
[[nodiscard]] Axes storage_order(ConstImageView image);
// The view with its axes reordered; moves no pixel.
[[nodiscard]] ConstImageView permuted(ConstImageView image, const Axes& axes);
[[nodiscard]] ImageView permuted(ImageView image, const Axes& axes);

// `image` itself if its rows are dense, otherwise a dense copy.
class DenseInput {
 public:
  DenseInput(const Execution& on, ConstImageView image);
  [[nodiscard]] ConstImageView view() const { return view_; }

 private:
  WorkImage copy_;
  ConstImageView view_;
};

// `image` itself if its rows are dense, otherwise scratch memory that finish() copies into it.
class DenseOutput {
 public:
  explicit DenseOutput(ImageView image);
  [[nodiscard]] ImageView view() const { return view_; }
  void finish(const Execution& on) const;

 private:
  ImageView image_;
  Image scratch_;
  ImageView view_;
};

// Calls step(from, to) with the views of an image and its result, which have dense rows along the axis that is dense in
// memory: for results that do not depend on the order of the axes. An image without pixels has no step.
template <class Step>
void in_storage_order(const Execution& on, ConstImageView image, ImageView out, const Step& step) {
  if (image.shape().count() == 0) return;
  const Axes axes = storage_order(image);
  const DenseInput from(on, permuted(image, axes));
  const DenseOutput to(permuted(out, axes));
  step(from.view(), to.view());
  to.finish(on);
}
// The same for two images.
template <class Step>
void in_storage_order(const Execution& on, ConstImageView image, ConstImageView other, ImageView out,
                      const Step& step) {
  if (image.shape().count() == 0) return;
  const Axes axes = storage_order(image);
  const DenseInput from(on, permuted(image, axes)), with(on, permuted(other, axes));
  const DenseOutput to(permuted(out, axes));
  step(from.view(), with.view(), to.view());
  to.finish(on);
}

// The view of an optional image.
[[nodiscard]] inline std::optional<ConstImageView> view_of(const std::optional<DenseInput>& image) {
  return image ? std::optional(image->view()) : std::nullopt;
}
[[nodiscard]] inline std::optional<ImageView> view_of(const std::optional<DenseOutput>& image) {
  return image ? std::optional(image->view()) : std::nullopt;
}

}  // namespace preamar::primitives
