#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"fill_holes", {"tissue-bin", "random-50", "spiral", "tissue3d-bin"}, {DType::boolean}},
                              {"fill_holes", {"tissue", "random", "tissue3d"}, {DType::uint8, DType::float32}}});
}
