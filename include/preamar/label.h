// Connected components: every object gets a number.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>

namespace preamar {

struct LabelOptions {
  int connectivity = 0;  // 1: faces only ... rank: everything; 0: the rank
  std::int64_t background = 0;
  bool by_value = false;        // connected pixels are one object only where their values are equal
  DType dtype = DType::uint32;  // of the labels: uint32 or uint64
};

struct Labels {
  Image image;
  std::int64_t count = 0;
};

// Writes to `labels`, of the image's shape and dtype uint32 or uint64, the numbers 1 to N of the objects, in raster
// order of their first pixels, and 0 for the background; returns N. More objects than the dtype can number are refused
// (resource). The same bytes on every backend and with any number of threads. `options.dtype` is that of `labels`.
PREAMAR_API std::int64_t label(ConstImageView image, ImageView labels, const LabelOptions& options = {},
                               const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Labels label(ConstImageView image, const LabelOptions& options = {},
                                       const Execution& on = {});

}  // namespace preamar
