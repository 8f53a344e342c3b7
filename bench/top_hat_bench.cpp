// Times top_hat with boxes, disks and balls of several radii.
#include <preamar/top_hat.h>

#include "one_image.h"

#include <string>
#include <vector>

int main(int argc, char** argv) {
  using namespace preamar;
  using Function = void (*)(const ConstImage&, const Image&, const FlatOptions&, const Execution&);
  std::vector<bench::OneImage> cases;
  const auto declare = [&](const std::string& name, Function function, const FlatOptions& options) {
    cases.push_back(
        {.name = name + (options.shape == FlatShape::box ? "-box-" : "-ball-") + std::to_string(options.radius),
         .instances = {{"tissue"}, {"tissue3d", 3}},
         .result = DType::uint8,
         .call = [=](const ConstImage& image, const Image& out, const Execution& on) {
           function(image, out, options, on);
         }});
  };
  for (const FlatShape shape : {FlatShape::box, FlatShape::ball})
    for (const std::int64_t radius : {1, 3, 10}) {
      declare("top_hat", top_hat, {radius, shape});
    }
  return bench::run(argc, argv, cases);
}
