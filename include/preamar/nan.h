/// @file
/// How an operator treats NaN.
#pragma once

#include <preamar/export.h>

namespace preamar {

/// How an operator treats NaN pixels. Operators without this option raise an error for NaN.
enum class Nan {
  refuse,  ///< a NaN raises an Error of kind `input`
  ignore,  ///< a NaN is not part of the image: nothing spreads through it; the operator defines the result there
};

}  // namespace preamar
