#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType, preamar::bench::labelled;
  const preamar::Values near{{"distance", 5.0}}, far{{"distance", 100.0}};
  return preamar::bench::run(
      argc, argv,
      {{"expand_labels", {"tissue-bin", "blobs", "blobs3d"}, {DType::uint8}, near, "5", labelled},
       {"expand_labels", {"tissue-bin", "blobs", "blobs3d"}, {DType::uint8}, far, "100", labelled}});
}
