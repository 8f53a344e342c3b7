#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  using preamar::bench::labelled;
  return preamar::bench::run(
      argc, argv,
      {{"polygons", {"tissue-bin", "random-10"}, {DType::uint8}, {}, "exact", labelled},
       {"polygons", {"tissue-bin"}, {DType::uint8}, {{"simplify", 1.0}}, "simplified", labelled}});
}
