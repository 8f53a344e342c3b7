// example_gaussian [IMAGE SMOOTH]: smooths an image with a Gaussian of sigma 3.
// Without arguments: smooths a line with one bright pixel with sigma 1; prints the result.
#include <preamar/gaussian.h>
#include <preamar/io.h>

#include <array>
#include <iostream>

namespace {

void smooth_line() {
  const std::array<unsigned char, 9> line{0, 0, 0, 0, 100, 0, 0, 0, 0};
  const preamar::Image smooth = preamar::gaussian(preamar::view(line.data(), {1, 9}), {.sigma = 1});
  for (int i = 0; i < 9; ++i) std::cout << int{static_cast<const unsigned char*>(smooth.data())[i]} << ' ';
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::gaussian(preamar::read_image(argv[1]), {.sigma = 3}));
  else
    smooth_line();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
