#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"sobel", {"photo"}, {DType::uint8, DType::float32}},
                              {"sobel", {"tissue3d"}, {DType::uint8}},
                              {"sobel", {"photo"}, {DType::uint8}, {{"direction", true}}, "direction"}});
}
