#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  // The first seven images are those of Oliveira and Teodoro (CITATION.cff).
  const std::vector<std::string> instances = {"circles16", "big-circle", "centre-circle", "corners", "diagonal",
                                              "cross",     "random-bg1", "random-50",     "blobs",   "ball3d"};
  return preamar::bench::run(argc, argv,
                             {{"distance", instances},
                              {"distance", instances, {DType::uint8}, {{"squared", true}}, "squared"},
                              {"distance",
                               {"circles16", "random-bg1", "ball3d"},
                               {DType::uint8},
                               {{"spacing", std::vector<double>{1.2345}}},
                               "spacing"}});
}
