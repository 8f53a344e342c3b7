#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv, {{"sample_operator", {"photo", "tissue3d"}, {DType::uint8, DType::float32}, {{"above", 127.0}}}});
}
