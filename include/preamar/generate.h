// Test and benchmark images from a counter-based generator: any region can be made alone, at any size.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace preamar {

struct Instance {
  std::string_view name;  // "tissue-100-h"
  int rank;               // 2 or 3
  int images;             // 1, or 2: marker and mask (of tissue-seeds: image and markers)
  std::string_view summary;
};

// All instances, in alphabetical order.
[[nodiscard]] PREAMAR_API std::span<const Instance> instances() noexcept;

// The pixels of an instance depend only on its name, the size and their coordinates; they are the same on every
// machine. The functions below throw Error (call) for an unknown name, naming the nearest, for a size that is not 8 to
// 2^28, and for a region or an image `which` that does not exist or does not fit `out`.

// What image `which` (0 or 1) of `name` is, with `size` pixels a side.
[[nodiscard]] PREAMAR_API ImageType instance_type(std::string_view name, std::int64_t size, int which);
// The images of `name` with `size` pixels a side.
[[nodiscard]] PREAMAR_API std::vector<Image> generate(std::string_view name, std::int64_t size,
                                                      const Execution& on = {});
// The region of image `which` that begins at `origin` and has the shape of `out`; the same pixels as in the whole.
PREAMAR_API void generate_region(std::string_view name, std::int64_t size, int which,
                                 std::span<const std::int64_t> origin, ImageView out);

}  // namespace preamar
