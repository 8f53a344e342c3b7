// example_opening [IMAGE OUT]: removes bright structures narrower than a disk of radius 3.
// Without files it removes the peaks of a line that are narrower than 3 pixels.
#include <preamar/io.h>
#include <preamar/opening.h>

#include <iostream>
#include <string>

namespace {

void show_a_line() {
  const std::string line = "005007700999";
  const auto image = preamar::view(line.data(), {1, 12});
  std::string out = line;
  preamar::opening(image, preamar::view(out.data(), {1, 12}), {.radius = 1});
  std::cout << line << '\n' << out << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::opening(preamar::read_image(argv[1]), {.radius = 3}));
  else
    show_a_line();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
