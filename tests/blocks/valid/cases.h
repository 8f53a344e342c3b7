// Random calls of operators on images of which some pixels are invalid, and their results in blocks.
#pragma once

#include "oracle.h"

#include "tools/images.h"

#include <string>
#include <string_view>
#include <vector>

namespace preamar::test {

// Single pixels, lines, or half of the image, up to nearly all pixels.
[[nodiscard]] std::vector<bool> random_holes(const Shape& shape, Random& random, bool has_few = false);
// The mask of the other pixels, of bool or integers.
[[nodiscard]] Image random_valid(const std::vector<bool>& is_hole, const Shape& shape, Random& random);
[[nodiscard]] Image random_content(DType dtype, const Shape& shape, const std::vector<double>& levels, Random& random);

[[nodiscard]] ValidCase random_case(const Operator& op, Random& random);
[[nodiscard]] std::string describe(const ValidCase& c);

[[nodiscard]] ValidResult run_case(const ValidCase& c, const Shape& block, int threads);

// What differs; empty if nothing does.
[[nodiscard]] std::string apart(const Results& expected, const Results& found);

}  // namespace preamar::test
