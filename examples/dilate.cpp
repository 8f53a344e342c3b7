// example_dilate [IMAGE OUT]: the greatest value within 3 pixels of each.
// Without files it widens the peaks of a line by 1, and prints it.
#include <preamar/dilate.h>
#include <preamar/io.h>

#include <iostream>
#include <string>

namespace {

void show_a_line() {
  const std::string line = "001000250000";
  const auto image = preamar::view(line.data(), {1, 12});
  std::string out = line;
  preamar::dilate(image, preamar::view(out.data(), {1, 12}), {.radius = 1});
  std::cout << line << '\n' << out << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::dilate(preamar::read_image(argv[1]), {.radius = 3}));
  else
    show_a_line();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
