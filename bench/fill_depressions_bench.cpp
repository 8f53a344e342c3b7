// Times fill_depressions without and with cells that have no data.
#include <preamar/fill_depressions.h>

#include "one_image.h"

int main(int argc, char** argv) {
  using namespace preamar;
  const auto with = [](std::optional<double> nodata) {
    return [=](const ConstImage& image, const Image& out, const Execution& on) {
      fill_depressions(image, out, {.nodata = nodata}, on);
    };
  };
  return bench::run(argc, argv,
                    {{.name = "fill_depressions", .result = DType::uint8, .call = with({})},
                     {.name = "fill_depressions-nodata", .result = DType::uint8, .call = with(0)}});
}
