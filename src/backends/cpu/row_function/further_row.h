// Rows of an additional input image, read without a window, converted to the function's type.
#pragma once

#include "backends/cpu/row_function/convert_row.h"
#include "core/memory.h"
#include "core/rows.h"

#include <cstddef>
#include <cstdint>

namespace preamar::cpu {

class FurtherRow {
 public:
  // For parts of rows of up to `columns` pixels.
  FurtherRow(ConstImageView image, DType argument, std::int64_t columns)
      : image_(image),
        argument_(argument),
        reads_image_(image.dtype() == argument && image.has_dense_rows()),
        pixels_(reads_image_ ? 0 : columns * size_of(argument)) {}

  // Columns `begin` to `end` of row `index`: the image's own memory if no conversion is needed, otherwise a buffer that
  // is valid until the next call.
  const std::byte* row(std::int64_t index, std::int64_t begin, std::int64_t end) {
    std::byte* const from = const_cast<std::byte*>(preamar::row(image_, index)) + begin * row_stride(image_);
    if (reads_image_) return from;
    convert_row(image_.dtype(), {from, row_stride(image_)}, argument_, {pixels_.data(), size_of(argument_)},
                end - begin);
    return pixels_.data();
  }

 private:
  ConstImageView image_;
  DType argument_;
  bool reads_image_;
  Buffer<std::byte> pixels_;
};

}  // namespace preamar::cpu
