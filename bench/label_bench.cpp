#include "operator_bench.h"

#include <algorithm>

namespace {

using preamar::bench::Images;

// What the intervals below make of uint8 pixels.
Images classes(Images generated) {
  for (std::uint8_t& pixel : generated[0].as<std::uint8_t>())
    pixel = pixel == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::min(pixel / 85, 2) + 1);
  return generated;
}

}  // namespace

int main(int argc, char** argv) {
  using preamar::DType;
  return preamar::bench::run(argc, argv,
                             {{"label",
                               {"tissue-bin", "blobs", "random-10", "random-50", "spiral", "chess3d", "blocks3d",
                                "spiral3d", "snake3d", "random3d-50"}},
                              {"label", {"tissue", "tissue3d"}, {DType::uint8}, {{"by_value", true}}, "by-value"},
                              {"label", {"tissue"}, {DType::uint8}, {{"by_value", true}}, "classes", classes},
                              {"label",
                               {"tissue"},
                               {DType::uint8, DType::float32},
                               {{"intervals", std::vector{1.0, 84.0, 85.0, 169.0, 170.0, 255.0}}},
                               "intervals"}});
}
