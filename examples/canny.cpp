// example_canny [IMAGE EDGES]: Canny edges with sigma 1.4 and thresholds of 4 and 7 grey levels per pixel.
// Without arguments: the edges of a disk; prints them.
#include <preamar/canny.h>
#include <preamar/io.h>

#include <iostream>
#include <vector>

namespace {

void outline_a_disk() {
  constexpr int side = 17;
  std::vector<float> disk;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) disk.push_back((x - 8) * (x - 8) + (y - 8) * (y - 8) <= 20 ? 100.0F : 0.0F);
  const auto image = preamar::view(disk.data(), {side, side});
  const preamar::Image edges = preamar::canny(image, {.sigma = 1, .low = 10, .high = 20});
  for (int i = 0; i < side * side; ++i)
    std::cout << (static_cast<const bool*>(edges.data())[i] ? 'o' : '.') << (i % side == side - 1 ? "\n" : "");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::canny(preamar::read_image(argv[1]), {.sigma = 1.4, .low = 4, .high = 7}));
  else
    outline_a_disk();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
