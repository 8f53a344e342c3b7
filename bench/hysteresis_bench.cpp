#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  const preamar::Values levels{{"low", 165.0}, {"high", 190.0}};
  return preamar::bench::run(argc, argv,
                             {{"hysteresis", {"tissue", "photo", "random", "tissue3d"}, {DType::uint8}, levels}});
}
