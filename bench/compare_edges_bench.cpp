#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv, {{"compare_edges", {"spiral-pair"}, {DType::uint8}}});
}
