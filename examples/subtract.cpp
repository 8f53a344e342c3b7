// example_subtract [IMAGE OTHER OUT]: subtracts OTHER from IMAGE.
// Without files it subtracts a background from a line of bytes and prints the result, which saturates at 0.
#include <preamar/io.h>
#include <preamar/subtract.h>

#include <array>
#include <iostream>

namespace {

void subtract_background() {
  const std::array<unsigned char, 5> line{10, 12, 90, 200, 11}, background{11, 11, 12, 12, 12};
  const preamar::Image rest =
      preamar::subtract(preamar::view(line.data(), {1, 5}), preamar::view(background.data(), {1, 5}));
  for (const unsigned char value : rest.as<unsigned char>()) std::cout << int{value} << ' ';
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 4)
    preamar::write_image(argv[3], preamar::subtract(preamar::read_image(argv[1]), preamar::read_image(argv[2])));
  else
    subtract_background();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
