#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::bench::Case;
  return preamar::bench::run(
      argc, argv,
      {.op = "label",
       .cases = {Case{"tissue-bin"}, Case{"blobs"}, Case{"random-10"}, Case{"random-50"}, Case{"spiral"},
                 Case{"chess3d"}, Case{"blocks3d"}, Case{"spiral3d"}, Case{"snake3d"}, Case{"random3d-50"}}});
}
