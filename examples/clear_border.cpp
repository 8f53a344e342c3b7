// example_clear_border [LABELS OUT]: removes the objects that touch the image border.
// Without files it removes those of a small label image, in which each letter is a label, and prints the result.
#include <preamar/clear_border.h>
#include <preamar/io.h>

#include <algorithm>
#include <iostream>
#include <string>

namespace {

void show_a_map() {
  std::string map = "...b.......aab.cc....bb..c.d......dd...";
  map.resize(36, '.');
  std::replace(map.begin(), map.end(), '.', '\0');
  const preamar::Shape shape{4, 9};
  std::string out = map;
  preamar::clear_border(preamar::view(map.data(), shape), preamar::view(out.data(), shape));
  std::replace(out.begin(), out.end(), '\0', '.');
  for (int row = 0; row < 4; ++row) std::cout << out.substr(row * 9, 9) << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::clear_border(preamar::read_image(argv[1])));
  else
    show_a_map();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
