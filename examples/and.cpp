// example_and [IMAGE MASK OUT]: keeps the pixels of IMAGE where MASK is non-zero.
// Without files it keeps the bytes of a line that are above 50 and prints the result.
#include <preamar/and.h>
#include <preamar/io.h>
#include <preamar/threshold.h>

#include <array>
#include <iostream>

namespace {

void keep_bright_pixels() {
  const std::array<unsigned char, 5> line{10, 60, 90, 50, 51};
  const preamar::ConstImageView image = preamar::view(line.data(), {1, 5});
  const preamar::Image kept = preamar::and_(image, preamar::threshold(image, {.value = 50}));
  for (const unsigned char value : kept.as<unsigned char>()) std::cout << int{value} << ' ';
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 4)
    preamar::write_image(argv[3], preamar::and_(preamar::read_image(argv[1]), preamar::read_image(argv[2])));
  else
    keep_bright_pixels();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
