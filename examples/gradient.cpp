// example_gradient [IMAGE MAGNITUDE]: gradient magnitude of an image by derivatives of a Gaussian of sigma 2.
// Without arguments: magnitude and direction on a ramp that rises by 2 per row; prints both.
#include <preamar/gradient.h>
#include <preamar/io.h>

#include <array>
#include <iostream>

namespace {

void measure_ramp() {
  const std::array<unsigned char, 9> image{0, 0, 0, 2, 2, 2, 4, 4, 4};
  preamar::Image magnitude(preamar::DType::float32, {3, 3}), direction(preamar::DType::float32, {3, 3});
  preamar::gradient(preamar::view(image.data(), {3, 3}), magnitude, direction, {.sigma = 0});
  std::cout << "rises by " << static_cast<const float*>(magnitude.data())[4] << " at "
            << static_cast<const float*>(direction.data())[4] << " radians\n";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::gradient(preamar::read_image(argv[1]), {.sigma = 2}));
  else
    measure_ramp();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
