#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"otsu", {"photo", "tissue3d"}, {DType::uint8, DType::uint16, DType::float32}}});
}
