#include "operator_bench.h"

#include <algorithm>

namespace {

using preamar::bench::Images;

// The first pixel of the mask becomes the marker; pairs contain a marker.
Images marked(Images images) {
  if (images.size() == 2) return images;
  preamar::Image marker(images[0].type());
  const auto* const mask = static_cast<const std::uint8_t*>(images[0].data());
  auto* const pixels = static_cast<std::uint8_t*>(marker.data());
  const std::int64_t count = marker.shape().count();
  std::fill_n(pixels, count, std::uint8_t{0});
  const std::int64_t first = std::find_if(mask, mask + count, [](int value) { return value != 0; }) - mask;
  if (first < count) pixels[first] = 1;
  images.insert(images.begin(), std::move(marker));
  return images;
}

}  // namespace

int main(int argc, char** argv) {
  using preamar::DType;
  const std::vector<std::string> instances = {"big-circle", "blobs", "random-90", "blobs3d"};
  const std::vector<std::string> corridors = {"spiral-pair", "serpentine-pair"};
  const preamar::Values weights{{"weights", "quasi_euclidean"}};
  return preamar::bench::run(argc, argv,
                             {{"geodesic_distance", instances, {DType::uint8}, {}, "", marked},
                              {"geodesic_distance", corridors, {DType::uint8}, {}, "", marked},
                              {"geodesic_distance", instances, {DType::uint8}, weights, "weights", marked}});
}
