#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  const preamar::Values to_float{{"dtype", "float32"}}, to_byte{{"dtype", "uint8"}};
  const std::vector<std::string> instances = {"photo", "tissue3d"};
  return preamar::bench::run(argc, argv,
                             {{"cast", instances, {DType::uint8, DType::uint16}, to_float, "to-float32"},
                              {"cast", instances, {DType::uint16, DType::float32}, to_byte, "to-uint8"}});
}
