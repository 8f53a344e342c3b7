// The contents of test images, in levels 0 to 255 that are mapped to the values of any type.
#pragma once

#include "tools/images.h"

#include <cstdint>
#include <vector>

namespace preamar::test {

struct Levels {
  std::vector<std::uint8_t> marker, mask;  // in C order
};

Levels make_levels(Content content, const Shape& shape, Random& random);

}  // namespace preamar::test
