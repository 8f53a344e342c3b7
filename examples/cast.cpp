// example_cast [IMAGE OUT]: converts an image to float32.
// Without files it converts a line of floats to bytes and prints them: rounded to nearest, ties to even, and saturated.
#include <preamar/cast.h>
#include <preamar/io.h>

#include <array>
#include <iostream>

namespace {

void cast_line() {
  const std::array<float, 6> line{-3, 0.5F, 1.5F, 2.6F, 255.4F, 1000};
  const preamar::Image bytes = preamar::cast(preamar::view(line.data(), {1, 6}), {.dtype = preamar::DType::uint8});
  for (const unsigned char value : bytes.as<unsigned char>()) std::cout << int{value} << ' ';
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::cast(preamar::read_image(argv[1]), {.dtype = preamar::DType::float32}));
  else
    cast_line();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
