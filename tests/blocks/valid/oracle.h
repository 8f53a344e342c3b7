// An oracle for operators on images of which some pixels are invalid: the meaning of each operator by plain loops over
// valid pixels and their valid neighbours. Where a value in the invalid pixels gives the same, the reference backend
// computes the result from an image that has that value there.
#pragma once

#include <preamar/image.h>
#include <preamar/operator.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace preamar::test {

struct ValidCase {
  const Operator* op = nullptr;
  std::vector<Image> inputs;  // dense; each invalid pixel has any value
  Image valid;                // of bool or integers; dense
  Values options;
};

struct ValidResult {
  // Those of the operator, and the mask of their valid pixels if they have the shape of the inputs. Invalid pixels are
  // NaN in floating-point images and 0 in others.
  std::vector<Image> images;
  Results found;
  double tolerance = 0;  // absolute difference that pixels of the first image may have; 0: the bytes are equal
};

[[nodiscard]] bool has_valid_oracle(std::string_view op);

// Throws Error of the kind that the operator throws.
[[nodiscard]] ValidResult valid_oracle(const ValidCase& given);

}  // namespace preamar::test
