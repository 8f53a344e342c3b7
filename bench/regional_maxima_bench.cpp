// Times regional_maxima and regional_minima.
#include <preamar/regional_maxima.h>

#include "one_image.h"

int main(int argc, char** argv) {
  using namespace preamar;
  return bench::run(
      argc, argv,
      {{.name = "regional_maxima",
        .call = [](const ConstImage& image, const Image& out,
                   const Execution& on) { regional_maxima(image, out, {}, on); }},
       {.name = "regional_minima", .call = [](const ConstImage& image, const Image& out, const Execution& on) {
          regional_minima(image, out, {}, on);
        }}});
}
