// Times one row of the operator table on generated images: a benchmark is named OPERATOR/INSTANCE/SIZE/THREADS and
// chosen by --benchmark_filter. Nothing is timed unless every case, made small, equals the plain loops of device
// "reference"; a memcpy of as many bytes as the inputs and the result have is timed beside it, as the floor.
#pragma once

#include <preamar/operator.h>

#include <string>
#include <string_view>
#include <vector>

namespace preamar::bench {

struct Case {
  std::string instance;
  Values options = {};
};

using Images = std::vector<OwnedImage>;

struct Timed {
  std::string_view op;
  std::vector<Case> cases;
  Images (*prepare)(Images generated) = nullptr;  // from the images of an instance to the operator's inputs
};

// For main() to return.
int run(int argc, char** argv, const Timed& timed);

// Where the last image of an instance is not 0, for operators that take a mask.
[[nodiscard]] Images as_bool(Images generated);

}  // namespace preamar::bench
