#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  const preamar::Values h{{"h", 40.0}};
  return preamar::bench::run(argc, argv,
                             {{"h_maxima", {"tissue", "random", "tissue3d"}, {DType::uint8, DType::float32}, h},
                              {"h_maxima",
                               {"tissue", "random", "tissue3d"},
                               {DType::uint8, DType::float32},
                               {{"h", 40.0}, {"extended", true}},
                               "extended"},
                              {"h_minima", {"tissue", "random", "tissue3d"}, {DType::uint8, DType::float32}, h}});
}
