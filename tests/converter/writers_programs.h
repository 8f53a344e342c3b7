// Programs as the front end would hand them over, made by hand, one for each thing that writers must do.
#pragma once

#include "program.h"

#include <vector>

namespace preamar::convert::test {

[[nodiscard]] Program map_program();        // with an index and parameters that the source gives an example of
[[nodiscard]] Program two_image_program();  // with columns and rows, mathematics, and parameters without an example
[[nodiscard]] Program
stencil_program();  // 3 x 3 nearest, 5 x 3 reflect, 3 x 3 of floats with a constant border, 1 x 5 wrap
[[nodiscard]] Program reduce_program();     // of int, of double, and of a struct by a lift
[[nodiscard]] Program histogram_program();  // of one image, of two, and with more bins than local memory holds

[[nodiscard]] std::vector<Program> all_programs();

}  // namespace preamar::convert::test
