#include "operator_bench.h"

int main(int argc, char** argv) {
  return preamar::bench::run(argc, argv, preamar::bench::flat_groups({"dilate", "erode"}));
}
