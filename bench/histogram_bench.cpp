#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  const std::vector<DType> dtypes = {DType::uint8, DType::uint16, DType::float32, DType::int64};
  return preamar::bench::run(argc, argv, {{"histogram", {"photo", "random", "tissue3d"}, dtypes}});
}
