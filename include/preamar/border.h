/// @file
/// How filters extend an image beyond its border.
#pragma once

#include <preamar/export.h>

namespace preamar {

/// Extension of an image beyond its border, with the names and meanings of the modes of `scipy.ndimage`.
enum class Border {
  nearest,   ///< repeat the border pixel: a a a | a b c d | d d d
  reflect,   ///< mirror the image: c b a | a b c d | d c b
  constant,  ///< a constant k: k k k | a b c d | k k k
  wrap,      ///< repeat the image: b c d | a b c d | a b c
};

}  // namespace preamar
