// What an operator makes of a NaN.
#pragma once

#include <preamar/export.h>

namespace preamar {

enum class Nan {
  refuse,  // a NaN is an error of kind input
  ignore,  // a NaN takes no part: it is a wall; each operator says what it gives there
};

}  // namespace preamar
