// What is read beyond the edge of an image by functions of a neighbourhood. The words mean what they do in
// scipy.ndimage, also where the neighbourhood is larger than the image.
#pragma once

#include <preamar/export.h>

namespace preamar {

enum class Border {
  nearest,   // a a a | a b c d | d d d
  reflect,   // c b a | a b c d | d c b
  constant,  // k k k | a b c d | k k k, with a value k
  wrap,      // b c d | a b c d | a b c
};

}  // namespace preamar
