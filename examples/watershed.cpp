// example_watershed [IMAGE MARKERS OUT]: divides an image into the catchment basins of markers.
// Without files it divides a small image with one ridge between two markers and prints the labels.
#include <preamar/io.h>
#include <preamar/watershed.h>

#include <array>
#include <iostream>

namespace {

constexpr int rows = 3, columns = 8;
using Pixels = std::array<char, rows * columns>;

void divide_a_valley() {
  Pixels relief, regions;
  relief.fill('0');
  for (int row = 0; row < rows; ++row) relief[row * columns + 4] = '9';  // the ridge
  Pixels markers{};
  markers[columns] = 'a';
  markers[2 * columns - 1] = 'b';
  const preamar::Shape shape{rows, columns};
  preamar::watershed(preamar::view(relief.data(), shape), preamar::view(markers.data(), shape),
                     preamar::view(regions.data(), shape));
  for (int row = 0; row < rows; ++row) std::cout.write(&regions[row * columns], columns) << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 4)
    preamar::write_image(argv[3], preamar::watershed(preamar::read_image(argv[1]), preamar::read_image(argv[2])));
  else
    divide_a_valley();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
