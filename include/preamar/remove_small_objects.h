// Objects, or holes, of few pixels are removed.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>

namespace preamar {

struct SmallOptions {
  std::int64_t size = 1;  // what has fewer pixels goes
  int connectivity = 0;   // 1: faces only ... rank: everything; 0: the rank
};

// Writes `out`, of the image's shape and dtype, which may be the image itself: the image without its small objects. Of
// a bool image an object is what is true and hangs together; of an image of integers, which are labels, what has one
// value, not 0, and hangs together. Ranks 2 and 3.
PREAMAR_API void remove_small_objects(const ConstImage& image, const Image& out, const SmallOptions& options,
                                      const Execution& on = {});
// The image, which is bool, with its small holes filled: what is false and hangs together, on the edge too.
PREAMAR_API void remove_small_holes(const ConstImage& image, const Image& out, const SmallOptions& options,
                                    const Execution& on = {});

// The same, into a new image.
[[nodiscard]] PREAMAR_API OwnedImage remove_small_objects(const ConstImage& image, const SmallOptions& options,
                                                          const Execution& on = {});
[[nodiscard]] PREAMAR_API OwnedImage remove_small_holes(const ConstImage& image, const SmallOptions& options,
                                                        const Execution& on = {});

}  // namespace preamar
