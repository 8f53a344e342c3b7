#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(
      argc, argv,
      {{"relabel", {"tissue-bin", "random-10", "blobs3d"}, {DType::uint8}, {}, "", preamar::bench::labelled}});
}
