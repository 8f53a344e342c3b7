// example_valid [IMAGE MASK]: marks the pixels that are not NaN.
// Without files it marks the heights of a line that have data and prints their minimum, without and with the mask.
#include <preamar/io.h>
#include <preamar/minmax.h>
#include <preamar/valid.h>

#include <array>
#include <cstdint>
#include <iostream>
#include <variant>

namespace {

void print_minimum(const preamar::MinMax& found) {
  std::visit([](auto number) { std::cout << "minimum " << number << '\n'; }, found.minimum);
}

void mark_heights_with_data() {
  const std::array<std::int16_t, 6> line{412, 415, -9999, 421, 410, -9999};
  const preamar::ConstImageView heights = preamar::view(line.data(), {1, 6});
  const preamar::Image mask = preamar::valid(heights, {.nodata = -9999});
  for (const bool has_data : mask.as<bool>()) std::cout << (has_data ? '^' : '.');
  std::cout << '\n';
  print_minimum(preamar::minmax(heights));
  print_minimum(preamar::minmax(heights, mask));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::valid(preamar::read_image(argv[1])));
  else
    mark_heights_with_data();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
