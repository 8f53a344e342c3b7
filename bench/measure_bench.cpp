#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  using preamar::bench::labelled;
  return preamar::bench::run(
      argc, argv,
      {{"measure",
        {"tissue-bin", "random-10", "blobs3d"},
        {DType::uint8},
        {{"properties", std::vector<std::string>{"size", "box", "centroid"}}},
        "place",
        labelled},
       {"measure", {"tissue-bin", "random-10", "blobs3d"}, {DType::uint8}, {}, "shape", labelled}});
}
