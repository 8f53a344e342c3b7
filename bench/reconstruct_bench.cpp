#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv,
      {{"reconstruct",
        {"tissue-25-h", "tissue-25-border", "tissue-50-h", "tissue-50-border", "tissue-75-h", "tissue-75-border",
         "tissue-100-h", "tissue-100-border", "random-pair", "spiral-pair", "tissue3d-h", "tissue3d-border"},
        {DType::uint8, DType::uint16, DType::float32}}});
}
