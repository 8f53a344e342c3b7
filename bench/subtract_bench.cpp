#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv, {{"subtract", {"tissue-100-h", "tissue3d-h"}, {DType::uint8, DType::int16, DType::float32}}});
}
