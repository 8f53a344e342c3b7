// Views of any strides made into views with dense rows, which is what `propagate` takes.
#pragma once

#include "skeletons/map.h"
#include "skeletons/work_image.h"

#include <array>

namespace preamar {

using Axes = std::array<int, max_rank>;

// The axes of an image from the one with the longest stride to the one with the shortest.
[[nodiscard]] Axes storage_order(const ConstImage& image);
// The image with its axes in another order; no pixel moves.
[[nodiscard]] ConstImage permuted(const ConstImage& image, const Axes& axes);
[[nodiscard]] Image permuted(const Image& image, const Axes& axes);

// `image` itself where its rows are dense, else a dense copy.
class DenseInput {
 public:
  DenseInput(const Execution& on, const ConstImage& image);
  [[nodiscard]] const ConstImage& view() const { return view_; }

 private:
  WorkImage copy_;
  ConstImage view_;
};

// `image` itself where its rows are dense, else scratch that finish() copies into it.
class DenseOutput {
 public:
  explicit DenseOutput(const Image& image);
  [[nodiscard]] const Image& view() const { return view_; }
  void finish(const Execution& on) const;

 private:
  Image image_;
  OwnedImage scratch_;
  Image view_;
};

}  // namespace preamar
