// example_opening_by_reconstruction [IMAGE OUT]: removes bright objects that hold no disk of radius 3, and keeps the
// outline of the others. Without files it removes the peaks of a line that are narrower than 3 pixels.
#include <preamar/io.h>
#include <preamar/opening_by_reconstruction.h>

#include <iostream>
#include <string>

namespace {

void show_a_line() {
  const std::string line = "005007708990";
  const auto image = preamar::view(line.data(), {1, 12});
  std::string out = line;
  preamar::opening_by_reconstruction(image, preamar::view(out.data(), {1, 12}), {.radius = 1});
  std::cout << line << '\n' << out << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::opening_by_reconstruction(preamar::read_image(argv[1]), {.radius = 3}));
  else
    show_a_line();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
