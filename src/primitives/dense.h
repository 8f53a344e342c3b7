// Views of any strides made into views with dense rows, which is what `propagate` takes.
#pragma once

#include "primitives/map.h"
#include "primitives/work_image.h"

#include <array>
#include <optional>

namespace preamar::primitives {

using Axes = std::array<int, max_rank>;

// The axes of an image from the one with the longest stride to the one with the shortest.
[[nodiscard]] Axes storage_order(ConstImageView image);
// The image with its axes in another order; no pixel moves.
[[nodiscard]] ConstImageView permuted(ConstImageView image, const Axes& axes);
[[nodiscard]] ImageView permuted(ImageView image, const Axes& axes);

// `image` itself where its rows are dense, else a dense copy.
class DenseInput {
 public:
  DenseInput(const Execution& on, ConstImageView image);
  [[nodiscard]] ConstImageView view() const { return view_; }

 private:
  WorkImage copy_;
  ConstImageView view_;
};

// `image` itself where its rows are dense, else scratch that finish() copies into it.
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

// The view of what may be missing.
[[nodiscard]] inline std::optional<ConstImageView> view_of(const std::optional<DenseInput>& image) {
  return image ? std::optional(image->view()) : std::nullopt;
}
[[nodiscard]] inline std::optional<ImageView> view_of(const std::optional<DenseOutput>& image) {
  return image ? std::optional(image->view()) : std::nullopt;
}

}  // namespace preamar::primitives
