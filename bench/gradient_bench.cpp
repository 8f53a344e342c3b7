#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv,
      {{"gradient", {"photo", "tissue3d"}, {DType::uint8}, {{"sigma", 1.4}}},
       {"gradient", {"photo"}, {DType::uint8}, {{"sigma", 1.4}, {"direction", true}}, "direction"}});
}
