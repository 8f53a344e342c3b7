#include "operator_bench.h"

int main(int argc, char** argv) {
  using preamar::DType;
  const preamar::Values nodata{{"nodata", 127.0}};
  return preamar::bench::run(argc, argv,
                             {{"valid", {"photo", "tissue3d"}, {DType::uint8, DType::uint16, DType::float32}, nodata}});
}
