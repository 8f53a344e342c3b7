#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"invert", {"photo", "tissue3d"}, {DType::uint8, DType::uint16, DType::float32}}});
}
