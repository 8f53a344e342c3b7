#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  const preamar::Values gradient{{"sigma", 1.4}, {"low", 4.0}, {"high", 7.0}};
  const preamar::Values differential{
      {"sigma", 1.4}, {"low", 4.0}, {"high", 7.0}, {"method", std::string("differential")}};
  return preamar::bench::run(
      argc, argv,
      {{"canny", {"photo", "tissue", "tissue3d"}, {DType::uint8, DType::float32}, gradient, "gradient"},
       {"canny", {"photo", "tissue", "tissue3d"}, {DType::uint8, DType::float32}, differential, "differential"}});
}
