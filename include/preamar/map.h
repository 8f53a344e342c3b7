// A function of your own, of each pixel alone:
//
//   preamar::map(image, out, [](float v) { return v * 0.5f; });
//
// The types in its signature are those that it works in: pixels are converted to the one and from the other, and not
// copied where the image's dtype is the same.
#pragma once

#include <preamar/rows.h>

namespace preamar {

// Writes function(pixel) to `out`, which has the image's shape and may be the image. Several threads call the function
// at once; what it throws comes out of map(). The images have rank 2 or 3.
template <class Function>
void map(const ConstImage& image, const Image& out, Function function, const Execution& on = {}) {
  using Argument = typename Signature<Function>::template Argument<0>;
  using Result = typename Signature<Function>::Result;
  const auto row = [](const void* context, const RowCall& call) {
    const Function& each = *static_cast<const Function*>(context);
    const auto* from = static_cast<const Argument*>(call.from[0]);
    auto* to = static_cast<Result*>(call.to);
    const std::int64_t length = call.length;  // which a byte that is written could be part of
    for (std::int64_t x = 0; x < length; ++x) to[x] = each(from[x]);
  };
  map_rows(image, out, {dtype_of<Argument>(), dtype_of<Result>(), {1, 1, 1}, row, &function}, on);
}

}  // namespace preamar
