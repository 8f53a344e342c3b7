#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"regional_maxima", {"tissue", "random", "tissue3d"}, {DType::uint8, DType::float32}},
                              {"regional_minima", {"tissue", "random", "tissue3d"}, {DType::uint8, DType::float32}}});
}
