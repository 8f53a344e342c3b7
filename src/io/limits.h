// Bounds on what a header may claim, checked before memory is asked for.
#pragma once

#include <preamar/image.h>

#include "core/checked.h"
#include "core/error_text.h"

#include <cstdint>
#include <filesystem>

namespace preamar::io {

// The bytes of the pixels in memory; throws Error (resource) where 64 bits do not hold them.
[[nodiscard]] inline std::int64_t pixel_bytes(const std::filesystem::path& file, const ImageType& type) {
  std::int64_t bytes = size_of(type.dtype);
  for (int axis = 0; axis < type.shape.rank(); ++axis)
    bytes = checked_product(bytes, type.shape[axis], text(file.string(), ": its bytes as the header has them"));
  return bytes;
}

// Refuses a claim of `claimed` bytes where `stored` bytes expand to at most `ratio` times as many.
inline void require_plausible(const std::filesystem::path& file, const Shape& shape, std::int64_t claimed,
                              std::int64_t stored, std::int64_t ratio) {
  if (claimed / ratio > stored)
    throw Error(ErrorKind::io, text(file.string(), ": its header claims ", shape.text(), " pixels, that is ", claimed,
                                    " bytes, more than the ", stored,
                                    " bytes of the file can hold; the file is truncated or its header wrong"));
}

}  // namespace preamar::io
