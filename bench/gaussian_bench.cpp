#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv,
      {{"gaussian", {"photo"}, {DType::uint8, DType::float32, DType::int32}, {{"sigma", 1.4}, {"truncate", 3.0}}},
       {"gaussian", {"photo"}, {DType::uint8}, {{"sigma", 5.0}}, "wide"},
       {"gaussian", {"tissue3d"}, {DType::uint8}, {{"sigma", 1.4}}}});
}
