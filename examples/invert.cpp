// example_invert [IMAGE OUT]: inverts an image.
// Without files it inverts a line of bytes and prints the result.
#include <preamar/invert.h>
#include <preamar/io.h>

#include <array>
#include <iostream>

namespace {

void invert_line() {
  const std::array<unsigned char, 5> line{0, 1, 100, 254, 255};
  const preamar::Image inverted = preamar::invert(preamar::view(line.data(), {1, 5}));
  for (const unsigned char value : inverted.as<unsigned char>()) std::cout << int{value} << ' ';
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::invert(preamar::read_image(argv[1])));
  else
    invert_line();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
