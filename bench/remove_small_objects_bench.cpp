#include "operator_bench.h"

int main(int argc, char** argv) {
  const preamar::Values size{{"size", std::int64_t{64}}};
  return preamar::bench::run(argc, argv,
                             {.op = "remove_small_objects",
                              .cases = {{"tissue-bin", size}, {"random-50", size}, {"blobs3d", size}},
                              .prepare = preamar::bench::as_bool});
}
