// Times fill_holes on masks and on grey levels.
#include <preamar/fill_holes.h>

#include "one_image.h"

int main(int argc, char** argv) {
  using namespace preamar;
  const auto call = [](const ConstImage& image, const Image& out, const Execution& on) {
    fill_holes(image, out, {}, on);
  };
  return bench::run(argc, argv,
                    {{.name = "fill_holes-binary",
                      .instances = {{"tissue-bin"}, {"random-50"}, {"spiral"}, {"tissue3d-bin", 3}},
                      .dtypes = {DType::boolean},
                      .call = call},
                     {.name = "fill_holes", .result = DType::uint8, .call = call}});
}
