// row_function: a function of the caller's own, over all rows of an image.
//
// The function sees rows of its own types, side by side, with what lies beyond the edges already there; how they come
// about, and on which thread, is the backend's matter.
#pragma once

#include <preamar/border.h>
#include <preamar/rows.h>

#include "core/rows.h"
#include "primitives/backend.h"
#include "primitives/contract.h"

#include <algorithm>
#include <span>

namespace preamar::primitives {

struct RowFunctionSpec {
  OwnRows rows;
  Border border = Border::nearest;
  double beyond = 0;  // what a constant border is, converted as pixels are (primitives/rules/convert.h)
  std::span<const ConstImageView> further{};  // of the image's shape; one for each of rows.further
};

// A piece is some whole rows, or a part of one where rows are long. It depends on the shape alone, so that what is
// added up piece by piece does not depend on threads.
class Pieces {
 public:
  explicit Pieces(const Shape& shape)
      : rows_(row_count(shape)),
        length_(row_length(shape)),
        band_(std::max<std::int64_t>(1, pixels / std::max<std::int64_t>(1, length_))),
        across_((length_ + pixels - 1) / pixels) {}

  struct Part {
    std::int64_t first_row, rows, first_column, columns;
  };

  [[nodiscard]] std::int64_t count() const { return (rows_ + band_ - 1) / band_ * across_; }
  [[nodiscard]] Part part(std::int64_t piece) const {
    const std::int64_t row = piece / across_ * band_, column = piece % across_ * pixels;
    return {row, std::min(band_, rows_ - row), column, std::min(pixels, length_ - column)};
  }

 private:
  static constexpr std::int64_t pixels = std::int64_t{1} << 16;
  std::int64_t rows_, length_, band_, across_;
};

// Calls the function for each row of each piece, rows of a piece in order and by one worker; a stop is heeded between
// pieces. `out`, where something is written, has the image's shape and any dtype; it may be one of
// the images where the windows are single pixels. Any strides. An exception of the function comes out.
inline void row_function(const Execution& on, const RowFunctionSpec& spec, ConstImageView image,
                         const std::optional<ImageView>& out) {
  PREAMAR_ASSERT(!out || out->shape() == image.shape(), "out has the image's shape");
  PREAMAR_ASSERT(
      std::ranges::all_of(spec.further, [&](ConstImageView further) { return further.shape() == image.shape(); }),
      "further images have the image's shape");
  backend_for(on).row_function(on, spec, image, out);
}

}  // namespace preamar::primitives
