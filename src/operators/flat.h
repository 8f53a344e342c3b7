// What the operators with a flat shape share: their options, and the stencil that these mean.
#pragma once

#include <preamar/dilate.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "skeletons/block_form.h"
#include "skeletons/dense.h"
#include "skeletons/stencil.h"

#include <string_view>

namespace preamar {

inline constexpr std::string_view flat_shapes[] = {"box", "disk", "ball"};
inline constexpr Option radius_row = {"radius", OptionKind::integer, "", {}, "in pixels; 0 or more"};
inline constexpr Option flat_rows[] = {
    radius_row,
    {"shape", OptionKind::word, "ball", flat_shapes, "box, disk (2-D only) or ball (in 2-D a disk)"},
};

[[nodiscard]] FlatOptions flat_options_in(const Values& values);

// Throws Error (call) for a radius below 0 and a disk in rank 3.
void require_flat(std::string_view op, const FlatOptions& options, int rank);

// The best value around each pixel, for options that were checked. Dense rows.
void spread(Order order, const FlatOptions& options, const ConstImage& image, const Image& out, const Execution& on);
// An opening of the image (`order` falling: first the least, then the greatest) or, rising, a closing.
void spread_and_back(Order order, const FlatOptions& options, const ConstImage& image, const Image& out,
                     const Execution& on);

// Checks the arguments of an operator and calls step(from, to) with views of dense rows.
template <class Step>
void apply_flat(std::string_view op, const ConstImage& image, const Image& out, const FlatOptions& options,
                const Execution& on, const Step& step) {
  require_image_and_out(op, image, out, image.dtype(), on);
  require_flat(op, options, image.rank());
  if (image.shape().count() == 0) return;
  const Axes axes = storage_order(image);
  const DenseInput from(on, permuted(image, axes));
  const DenseOutput to(permuted(out, axes));
  step(from.view(), to.view());
  to.finish(on);
}

// The `results` of such an operator: the type of its image.
[[nodiscard]] std::vector<ImageType> flat_results(std::string_view op, std::span<const ImageType> types,
                                                  const Values& values);

// How far `steps` spreads one after another reach.
[[nodiscard]] Place flat_reach(const Values& values, int steps);

// What spread() takes in each thread, and spread_and_back() for each pixel, for the planner.
[[nodiscard]] double flat_scratch(std::span<const ImageType> types, const Values& values, const Shape& box);
[[nodiscard]] double between_scratch(std::span<const ImageType> types, const Values& values);

}  // namespace preamar
