#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  const preamar::Values size{{"size", std::int64_t{64}}};
  return preamar::bench::run(argc, argv,
                             {{"remove_small_objects", {"tissue-bin", "random-50", "blobs3d"}, {DType::boolean}, size},
                              {"remove_small_holes", {"tissue-bin", "random-50", "blobs3d"}, {DType::boolean}, size}});
}
