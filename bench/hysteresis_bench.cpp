#include "operator_bench.h"

int main(int argc, char** argv) {
  const preamar::Values levels{{"low", 165.0}, {"high", 190.0}};
  return preamar::bench::run(
      argc, argv,
      {.op = "hysteresis", .cases = {{"tissue", levels}, {"photo", levels}, {"random", levels}, {"tissue3d", levels}}});
}
