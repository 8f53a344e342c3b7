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

// The view of an optional image.
[[nodiscard]] inline std::optional<ConstImageView> view_of(const std::optional<DenseInput>& image) {
  return image ? std::optional(image->view()) : std::nullopt;
}
[[nodiscard]] inline std::optional<ImageView> view_of(const std::optional<DenseOutput>& image) {
  return image ? std::optional(image->view()) : std::nullopt;
}

}  // namespace preamar::primitives
