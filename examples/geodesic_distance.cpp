// example_geodesic_distance [MARKER MASK OUT]: length of the shortest path to the marker inside the mask.
// Without arguments: paths through a small maze; prints the last digit of each length; # is a wall.
#include <preamar/geodesic_distance.h>
#include <preamar/io.h>

#include <array>
#include <iostream>
#include <string_view>

namespace {

constexpr int rows = 3, columns = 5;
constexpr std::string_view maze = " #    # #    # ";

void walk_a_maze() {
  std::array<unsigned char, rows * columns> marker{}, mask;
  for (int i = 0; i < rows * columns; ++i) mask[i] = maze[i] == ' ';
  marker[0] = 1;
  const preamar::Image lengths =
      preamar::geodesic_distance({marker.data(), preamar::DType::uint8, {rows, columns}},
                                 {mask.data(), preamar::DType::uint8, {rows, columns}}, {.connectivity = 1});
  const auto* steps = static_cast<const unsigned*>(lengths.data());
  for (int i = 0; i < rows * columns; ++i) {
    std::cout << (mask[i] ? "0123456789"[steps[i] % 10] : '#');
    if (i % columns == columns - 1) std::cout << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 4)
    preamar::write_image(argv[3],
                         preamar::geodesic_distance(preamar::read_image(argv[1]), preamar::read_image(argv[2])));
  else
    walk_a_maze();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
