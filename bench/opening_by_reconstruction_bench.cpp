// Times opening_by_reconstruction and closing_by_reconstruction with disks and balls of several radii.
#include <preamar/opening_by_reconstruction.h>

#include "one_image.h"

#include <string>
#include <vector>

int main(int argc, char** argv) {
  using namespace preamar;
  std::vector<bench::OneImage> cases;
  for (const std::int64_t radius : {1, 3, 10}) {
    cases.push_back({.name = "opening_by_reconstruction-" + std::to_string(radius),
                     .instances = {{"tissue"}, {"tissue3d", 3}},
                     .result = DType::uint8,
                     .call = [=](const ConstImage& image, const Image& out, const Execution& on) {
                       opening_by_reconstruction(image, out, {.radius = radius}, on);
                     }});
    cases.push_back({.name = "closing_by_reconstruction-" + std::to_string(radius),
                     .instances = {{"tissue"}, {"tissue3d", 3}},
                     .result = DType::uint8,
                     .call = [=](const ConstImage& image, const Image& out, const Execution& on) {
                       closing_by_reconstruction(image, out, {.radius = radius}, on);
                     }});
  }
  return bench::run(argc, argv, cases);
}
