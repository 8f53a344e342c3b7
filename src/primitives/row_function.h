// row_function: applies a user's function to all rows of an image.
//
// The function receives rows in its own types, with the values beyond the edges filled in. The backend chooses how to
// make the rows and which thread runs the function.
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
  double beyond = 0;  // value of a constant border, converted as pixels are (primitives/rules/convert.h)
  std::span<const ConstImageView> further{};  // of the image's shape; one per entry of rows.further
};

// Divides an image into parts: bands of complete rows, or parts of a row if rows are long. The division depends on the
// shape only, so sums over parts do not depend on the number of threads.
class RowTiles {
 public:
  explicit RowTiles(const Shape& shape)
      : rows_(row_count(shape)),
        length_(row_length(shape)),
        band_(std::max<std::int64_t>(1, pixels / std::max<std::int64_t>(1, length_))),
        across_((length_ + pixels - 1) / pixels) {}

  struct Part {
    std::int64_t first_row, rows, first_column, columns;
  };

  [[nodiscard]] std::int64_t count() const { return (rows_ + band_ - 1) / band_ * across_; }
  [[nodiscard]] Part part(std::int64_t tile) const {
    const std::int64_t row = tile / across_ * band_, column = tile % across_ * pixels;
    return {row, std::min(band_, rows_ - row), column, std::min(pixels, length_ - column)};
  }

 private:
  static constexpr std::int64_t pixels = std::int64_t{1} << 16;
  std::int64_t rows_, length_, band_, across_;
};

// Calls the function for each row of each part. One worker runs the rows of a part in order; cancellation is checked
// between parts. `out`, if the function writes, has the image's shape and any dtype; it may be an input if windows are
// single pixels. Any strides. Exceptions of the function propagate to the caller.
inline void row_function(const Execution& on, const RowFunctionSpec& spec, ConstImageView image,
                         const std::optional<ImageView>& out) {
  PREAMAR_ASSERT(!out || out->shape() == image.shape(), "out has the image's shape");
  PREAMAR_ASSERT(
      std::ranges::all_of(spec.further, [&](ConstImageView further) { return further.shape() == image.shape(); }),
      "further images have the image's shape");
  backend_for(on).row_function(on, spec, image, out);
}

}  // namespace preamar::primitives
