// Times rows of the operator table on generated images: a benchmark is named
// OPERATOR-VARIANT/INSTANCE/SIZE/DTYPE/THREADS and selected by --benchmark_filter. Nothing is timed unless every case,
// at a small size, equals the result of the device "reference". A memcpy of as many bytes as the inputs and results
// have is timed too, as a lower bound.
#pragma once

#include <preamar/operator.h>

#include <string>
#include <vector>

namespace preamar::bench {

using Images = std::vector<Image>;

// Each instance is timed in each dtype.
struct Group {
  std::string op;
  std::vector<std::string> instances;
  std::vector<DType> dtypes = {DType::uint8};  // images of uint8 are converted to these; values are unchanged
  Values options = {};
  std::string variant = {};
  Images (*prepare)(Images generated) = nullptr;  // from the images of an instance to the operator's inputs
};

// Operators of a flat shape: boxes and balls of several radii, in 2-D and 3-D.
[[nodiscard]] std::vector<Group> flat_groups(const std::vector<std::string>& operators);

// The return value of main().
int run(int argc, char** argv, const std::vector<Group>& groups);

// The labels of the last image, for operators that take labels.
[[nodiscard]] Images labelled(Images generated);

}  // namespace preamar::bench
