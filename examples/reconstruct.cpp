// example_reconstruct [MARKER MASK OUT]: morphological reconstruction of MASK from MARKER.
// Without files it draws two objects, puts a seed into one of them, and prints the reconstruction, which has only that
// one.
#include <preamar/io.h>
#include <preamar/reconstruct.h>

#include <algorithm>
#include <array>
#include <iostream>

namespace {

constexpr int side = 8;
using Pixels = std::array<char, side * side>;

preamar::ImageView view(Pixels& pixels) { return {pixels.data(), preamar::dtype_of<char>(), {side, side}}; }

void flood_one_hill() {
  Pixels mask, out;
  mask.fill('.');
  Pixels marker = mask;
  for (int row = 2; row < 6; ++row) {
    std::fill_n(&mask[row * side], 3, 'x');
    std::fill_n(&mask[row * side + 4], 4, 'o');
  }
  marker[3 * side + 5] = 'o';
  preamar::reconstruct(view(marker), view(mask), view(out));
  for (int row = 0; row < side; ++row) std::cout.write(&out[row * side], side) << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 4)
    preamar::write_image(argv[3], preamar::reconstruct(preamar::read_image(argv[1]), preamar::read_image(argv[2])));
  else
    flood_one_hill();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
