// What the operators with a flat shape share: their options, and the stencil that these mean.
#pragma once

#include <preamar/dilate.h>
#include <preamar/operator.h>

#include "operators/checks.h"
#include "operators/shared_options.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/stencil.h"

#include <string_view>

namespace preamar {

template <>
inline constexpr auto words_of<FlatShape> = std::to_array<std::string_view>({"box", "disk", "ball"});

inline constexpr auto flat_options =
    bind<FlatOptions>(radius_option<&FlatOptions::radius>,
                      option<&FlatOptions::shape>("shape", "box, disk (2-D only) or ball (in 2-D a disk)"));

// Throws Error (call) where no radius is given, for one below 0 and a disk in rank 3.
void require_flat(std::string_view op, const FlatOptions& options, int rank);

// The best value around each pixel, for options that were checked. Dense rows.
void spread(primitives::Order order, const FlatOptions& options, ConstImageView image, ImageView out,
            const Execution& on);
// An opening of the image (`order` falling: first the least, then the greatest) or, rising, a closing.
void spread_and_back(primitives::Order order, const FlatOptions& options, ConstImageView image, ImageView out,
                     const Execution& on);

// Checks the arguments of an operator and calls step(from, to) with views of dense rows.
template <class Step>
void apply_flat(std::string_view op, ConstImageView image, ImageView out, const FlatOptions& options,
                const Execution& on, const Step& step) {
  require_image_and_out(op, image, out, image.dtype(), on);
  require_flat(op, options, image.rank());
  if (image.shape().count() == 0) return;
  const primitives::Axes axes = primitives::storage_order(image);
  const primitives::DenseInput from(on, primitives::permuted(image, axes));
  const primitives::DenseOutput to(primitives::permuted(out, axes));
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
