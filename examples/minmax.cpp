// example_minmax [IMAGE]: prints the minimum and the maximum of an image.
// Without a file it takes a line of numbers.
#include <preamar/io.h>
#include <preamar/minmax.h>

#include <iostream>

namespace {

void print_range(preamar::ConstImageView image) {
  const preamar::MinMax found = preamar::minmax(image);
  std::visit([](auto number) { std::cout << "minimum " << number << '\n'; }, found.minimum);
  std::visit([](auto number) { std::cout << "maximum " << number << '\n'; }, found.maximum);
}

}  // namespace

int main(int argc, char** argv) try {
  const short line[] = {3, 1, 4, 1, 5, 9, 2, 6};
  if (argc == 2)
    print_range(preamar::read_image(argv[1]));
  else
    print_range(preamar::view(line, {1, 8}));
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
