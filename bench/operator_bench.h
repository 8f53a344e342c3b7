// Times rows of the operator table on generated images: a benchmark is named
// OPERATOR-VARIANT/INSTANCE/SIZE/DTYPE/THREADS and chosen by --benchmark_filter. Nothing is timed unless every case,
// made small, equals the plain loops of device "reference"; a memcpy of as many bytes as the inputs and the results
// have is timed beside it, as the floor.
#pragma once

#include <preamar/operator.h>

#include <string>
#include <vector>

namespace preamar::bench {

using Images = std::vector<Image>;

// Every instance in every dtype.
struct Group {
  std::string op;
  std::vector<std::string> instances;
  std::vector<DType> dtypes = {DType::uint8};  // to which images of uint8 are converted, their values kept
  Values options = {};
  std::string variant = {};
  Images (*prepare)(Images generated) = nullptr;  // from the images of an instance to the operator's inputs
};

// Operators of a flat shape: boxes and balls of several radii, in 2-D and 3-D.
[[nodiscard]] std::vector<Group> flat_groups(const std::vector<std::string>& operators);

// For main() to return.
int run(int argc, char** argv, const std::vector<Group>& groups);

// The labels of the last image, for operators that take labels.
[[nodiscard]] Images labelled(Images generated);

}  // namespace preamar::bench
