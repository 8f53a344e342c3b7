// Objects, or holes, of few pixels are removed.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <cstdint>

namespace preamar {

struct SmallOptions {
  std::int64_t size = required;  // what has fewer pixels goes
  int connectivity = 0;          // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, of the image's shape and dtype, which may be the image itself: the image without its small objects. Of
// a bool image an object is what is true and hangs together; of an image of integers, which are labels, what has one
// value, not 0, and hangs together. Ranks 2 and 3.
PREAMAR_API void remove_small_objects(ConstImageView image, ImageView out, const SmallOptions& options,
                                      const Execution& on = {});
// The image, which is bool, with its small holes filled: what is false and hangs together, on the edge too.
PREAMAR_API void remove_small_holes(ConstImageView image, ImageView out, const SmallOptions& options,
                                    const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API Image remove_small_objects(ConstImageView image, const SmallOptions& options,
                                                     const Execution& on = {});
[[nodiscard]] PREAMAR_API Image remove_small_holes(ConstImageView image, const SmallOptions& options,
                                                   const Execution& on = {});

}  // namespace preamar
