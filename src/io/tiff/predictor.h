// The predictors of TIFF: what stands in a row is the difference from the pixel before.
#pragma once

#include <cstdint>

namespace preamar::io {

enum class TiffPredictor : std::uint16_t { none = 1, horizontal = 2, floating = 3 };

// Turns rows of stored samples of `size` bytes into samples of this machine's byte order. `step` is the number of
// samples of a pixel; `is_swapped` says that the file has the other byte order.
void undo_predictor(TiffPredictor predictor, std::uint8_t* rows, std::int64_t count, std::int64_t row_bytes, int size,
                    int step, bool is_swapped);

}  // namespace preamar::io
