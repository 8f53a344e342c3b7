#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv,
      {{"clear_border", {"tissue-bin", "random-50", "tissue3d-bin"}, {DType::boolean}},
       {"clear_border", {"tissue", "blobs"}, {DType::uint8}, {{"kind", "labels"}}, "labels"},
       {"clear_border", {"tissue", "random", "tissue3d"}, {DType::uint8, DType::float32}, {{"kind", "grey"}}, "grey"}});
}
