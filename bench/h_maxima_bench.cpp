// Times h_maxima and h_minima, with an h of 40 grey levels.
#include <preamar/h_maxima.h>

#include "one_image.h"

int main(int argc, char** argv) {
  using namespace preamar;
  const auto with = [](DType dtype, Extrema result) {
    return HMaximaOptions{.h = is_floating(dtype) ? 40.0 / 255 : 40, .result = result};
  };
  return bench::run(
      argc, argv,
      {{.name = "h_maxima",
        .result = DType::uint8,
        .call = [=](const ConstImage& image, const Image& out,
                    const Execution& on) { h_maxima(image, out, with(image.dtype(), Extrema::levels), on); }},
       {.name = "h_maxima-extended",
        .call = [=](const ConstImage& image, const Image& out,
                    const Execution& on) { h_maxima(image, out, with(image.dtype(), Extrema::extended), on); }},
       {.name = "h_minima",
        .result = DType::uint8,
        .call = [=](const ConstImage& image, const Image& out, const Execution& on) {
          h_minima(image, out, with(image.dtype(), Extrema::levels), on);
        }}});
}
