/// @file
/// Test and benchmark images from a counter-based generator: any region of an image of any size can be generated on its
/// own.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace preamar {

/// A kind of test image. Its pixels depend only on the name, the size and the coordinates: they are the same on every
/// machine.
struct Instance {
  std::string_view name;     ///< such as "tissue-100-h"
  int rank;                  ///< 2 or 3
  int images;                ///< 1; or 2: marker and mask (for tissue-seeds: image and markers)
  std::string_view summary;  ///< one line: what it shows
};

/// Returns all instances, in alphabetical order.
[[nodiscard]] PREAMAR_API std::span<const Instance> instances() noexcept;

/// Returns the dtype and shape of an image of an instance.
/// @param name name of the instance
/// @param size pixels per side, 8 to 2^28
/// @param which which image of the instance, 0 or 1
/// @throws Error kind `call` for an unknown name (the message suggests the nearest), or a size or image out of range
[[nodiscard]] PREAMAR_API ImageType instance_type(std::string_view name, std::int64_t size, int which);
/// Generates the images of an instance.
/// @param name name of the instance
/// @param size pixels per side, 8 to 2^28
/// @param on threads, progress
/// @return one image, or two: marker and mask
/// @throws Error kind `call` for an unknown name (the message suggests the nearest) or a size out of range
[[nodiscard]] PREAMAR_API std::vector<Image> generate(std::string_view name, std::int64_t size,
                                                      const Execution& on = {});
/// Generates a region of an image: the same pixels as in the whole image.
/// @param name name of the instance
/// @param size pixels per side of the whole image, 8 to 2^28
/// @param which which image of the instance, 0 or 1
/// @param origin coordinates of the first pixel of the region, one per axis
/// @param[out] out the region: its shape, and the dtype of the image
/// @throws Error kind `call` for an unknown name, or a size, image or region out of range
PREAMAR_API void generate_region(std::string_view name, std::int64_t size, int which,
                                 std::span<const std::int64_t> origin, ImageView out);

}  // namespace preamar
