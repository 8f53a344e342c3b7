// example_sobel [IMAGE MAGNITUDE]: gradient magnitude of an image by the Sobel operator.
// Without arguments: the magnitude along a line of pixels with one step; prints it.
#include <preamar/io.h>
#include <preamar/sobel.h>

#include <array>
#include <iostream>

namespace {

void find_edge() {
  const std::array<unsigned char, 8> line{0, 0, 0, 0, 5, 5, 5, 5};
  const preamar::Image magnitude = preamar::sobel(preamar::view(line.data(), {1, 8}));
  for (int i = 0; i < 8; ++i) std::cout << static_cast<const float*>(magnitude.data())[i] << ' ';
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::sobel(preamar::read_image(argv[1])));
  else
    find_edge();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
