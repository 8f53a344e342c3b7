// Times clear_border on masks, labels and grey levels.
#include <preamar/clear_border.h>

#include "one_image.h"

int main(int argc, char** argv) {
  using namespace preamar;
  const auto as = [](BorderKind kind) {
    return [=](const ConstImage& image, const Image& out, const Execution& on) {
      clear_border(image, out, {.kind = kind}, on);
    };
  };
  return bench::run(argc, argv,
                    {{.name = "clear_border-binary",
                      .instances = {{"tissue-bin"}, {"random-50"}, {"tissue3d-bin", 3}},
                      .dtypes = {DType::boolean},
                      .call = as(BorderKind::binary)},
                     {.name = "clear_border-labels",
                      .instances = {{"tissue"}, {"blobs"}},
                      .dtypes = {DType::uint8},
                      .result = DType::uint8,
                      .call = as(BorderKind::labels)},
                     {.name = "clear_border-grey", .result = DType::uint8, .call = as(BorderKind::grey)}});
}
