// example_otsu [IMAGE]: prints the threshold of Otsu's method.
// Without a file it separates a line of numbers into two classes.
#include <preamar/io.h>
#include <preamar/otsu.h>

#include <iostream>

int main(int argc, char** argv) try {
  const short line[] = {1, 2, 1, 3, 2, 8, 9, 7, 8};
  const preamar::Image image = argc == 2 ? preamar::read_image(argv[1]) : preamar::Image();
  const preamar::ConstImageView levels = argc == 2 ? preamar::ConstImageView(image) : preamar::view(line, {1, 9});
  std::cout << "level " << preamar::otsu(levels) << '\n';
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
