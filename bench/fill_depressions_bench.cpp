#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"fill_depressions", {"tissue", "random", "tissue3d"}, {DType::uint8, DType::float32}},
                              {"fill_depressions",
                               {"tissue", "random", "tissue3d"},
                               {DType::uint8, DType::float32},
                               {{"nodata", 0.0}},
                               "nodata"}});
}
