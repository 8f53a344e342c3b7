#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv,
      {{"watershed", {"tissue-seeds", "tissue3d-seeds"}, {DType::uint8, DType::uint16, DType::float32}},
       {"watershed", {"tissue-seeds"}, {DType::uint8}, {{"line", true}}, "line"}});
}
