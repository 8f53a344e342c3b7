#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"label",
                               {"tissue-bin", "blobs", "random-10", "random-50", "spiral", "chess3d", "blocks3d",
                                "spiral3d", "snake3d", "random3d-50"}},
                              {"label", {"tissue", "tissue3d"}, {DType::uint8}, {{"by_value", true}}, "by-value"}});
}
