// example_top_hat [IMAGE OUT]: keeps bright structures narrower than a disk of radius 8 and removes the background.
// Without files it keeps the peaks of a line that are narrower than 3 pixels.
#include <preamar/io.h>
#include <preamar/top_hat.h>

#include <array>
#include <iostream>

namespace {

void show_a_line() {
  const std::array<unsigned char, 10> line = {3, 3, 7, 3, 4, 5, 5, 5, 9, 5};
  const auto image = preamar::view(line.data(), {1, 10});
  const preamar::Image out = preamar::top_hat(image, {.radius = 1});
  for (int x = 0; x < 10; ++x) std::cout << int{static_cast<const unsigned char*>(out.data())[x]};
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::top_hat(preamar::read_image(argv[1]), {.radius = 8}));
  else
    show_a_line();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
