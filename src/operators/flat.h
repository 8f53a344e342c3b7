// Shared by the operators with a flat structuring element: their options, and the stencils that these stand for.
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

inline constexpr auto flat_options = bind<FlatOptions>(
    radius_option<&FlatOptions::radius>,
    option<&FlatOptions::shape>("shape", "structuring element; disk is 2-D only, ball is a disk in 2-D"));

// Throws Error (call) if the radius is missing or negative, and for a disk in 3-D.
void require_flat(std::string_view op, const FlatOptions& options, int rank);

// Dilation (`order` rising) or erosion (falling). The options are checked; the images have dense rows.
void spread(primitives::Order order, const FlatOptions& options, ConstImageView image, ImageView out,
            const Execution& on);
// Opening (`order` falling: erosion, then dilation) or closing (rising: dilation, then erosion).
void spread_and_back(primitives::Order order, const FlatOptions& options, ConstImageView image, ImageView out,
                     const Execution& on);

// Checks the arguments of an operator, then calls step(from, to) with views that have dense rows.
template <class Step>
void apply_flat(std::string_view op, ConstImageView image, ImageView out, const FlatOptions& options,
                const Execution& on, const Step& step) {
  require_image_and_out(op, image, out, image.dtype(), on);
  require_flat(op, options, image.rank());
  primitives::in_storage_order(on, image, out, step);
}

// `results` of such an operator: the type of its image.
[[nodiscard]] std::vector<ImageType> flat_results(std::string_view op, std::span<const ImageType> types,
                                                  const Values& values);

// The halo that `steps` calls of spread() in sequence need.
[[nodiscard]] Coordinates flat_reach(const Values& values, int steps);

// For the planner, in bytes: what spread() allocates per thread, and what spread_and_back() allocates per pixel.
[[nodiscard]] double flat_scratch(std::span<const ImageType> types, const Values& values, const Shape& box);
[[nodiscard]] double between_scratch(std::span<const ImageType> types, const Values& values);

}  // namespace preamar
