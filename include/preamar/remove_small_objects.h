/// @file
/// Removal of small connected objects and small holes.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/required.h>

#include <cstdint>

namespace preamar {

/// Options of remove_small_objects() and remove_small_holes().
struct SmallOptions {
  std::int64_t size = required;  ///< Minimum size in pixels, required; objects or holes of fewer pixels are removed.
  int connectivity = 0;  ///< Neighbours: 1 share an edge (3-D: a face) ... rank share a corner; 0 means the rank.
};

/// Removes connected objects of fewer than `size` pixels. In a bool image, an object is a connected component of true
/// pixels. In an image of integers (labels), it is a connected component of pixels of the same non-zero value.
///
/// @param image    Mask (bool) or label image (integers), rank 2 or 3.
/// @param out      Output of the same shape and dtype; it may be the image itself.
/// @param options  Minimum size and connectivity.
/// @param on       Device, threads and limits.
/// @throws Error  `call` for invalid arguments.
PREAMAR_API void remove_small_objects(ConstImageView image, ImageView out, const SmallOptions& options,
                                      const Execution& on = {});

/// Fills holes of fewer than `size` pixels. A hole is a connected component of false pixels, also at the image border.
///
/// @param image    Mask (bool), rank 2 or 3.
/// @param out      Output of the same shape and dtype; it may be the image itself.
/// @param options  Minimum size, and connectivity of the background.
/// @param on       Device, threads and limits.
/// @throws Error  `call` for invalid arguments.
PREAMAR_API void remove_small_holes(ConstImageView image, ImageView out, const SmallOptions& options,
                                    const Execution& on = {});

/// Removes small connected objects; see the overload above.
///
/// @return A new image.
[[nodiscard]] PREAMAR_API Image remove_small_objects(ConstImageView image, const SmallOptions& options,
                                                     const Execution& on = {});

/// Fills small holes; see the overload above.
///
/// @return A new mask.
[[nodiscard]] PREAMAR_API Image remove_small_holes(ConstImageView image, const SmallOptions& options,
                                                   const Execution& on = {});

}  // namespace preamar
