// example_fill_holes [IMAGE OUT]: fills the holes of an image.
// Without files it fills the depression in a small array of digits and prints the result.
#include <preamar/fill_holes.h>
#include <preamar/io.h>

#include <iostream>
#include <string>

namespace {

void show_a_map() {
  const std::string map =
      "555555"
      "531265"
      "552245"
      "555575";
  const preamar::Shape shape{4, 6};
  std::string out = map;
  preamar::fill_holes(preamar::view(map.data(), shape), preamar::view(out.data(), shape));
  for (int row = 0; row < 4; ++row) std::cout << out.substr(row * 6, 6) << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::fill_holes(preamar::read_image(argv[1])));
  else
    show_a_map();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
