// example_distance [IMAGE OUT]: Euclidean distance transform of an image.
// Without arguments: the transform of a small disk; prints the distances, rounded down.
#include <preamar/distance.h>
#include <preamar/io.h>

#include <array>
#include <iostream>

namespace {

constexpr int side = 11;

void measure_a_disk() {
  std::array<unsigned char, side * side> disk;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) disk[y * side + x] = (x - 5) * (x - 5) + (y - 5) * (y - 5) < 25;
  const preamar::Image out = preamar::distance({disk.data(), preamar::DType::uint8, {side, side}});
  const auto* distances = static_cast<const float*>(out.data());
  for (int i = 0; i < side * side; ++i)
    std::cout << static_cast<int>(distances[i]) << (i % side == side - 1 ? "\n" : "");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::distance(preamar::read_image(argv[1])));
  else
    measure_a_disk();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
