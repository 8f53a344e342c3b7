// example_histogram [IMAGE COUNTS]: writes the histogram of an image.
// Without files it counts each digit of a line, then the even and the odd digits by a function of its own.
#include <preamar/histogram.h>
#include <preamar/io.h>

#include <iostream>
#include <string>

namespace {

void print(const preamar::Image& counts) {
  const auto* count = static_cast<const std::int64_t*>(counts.data());
  for (std::int64_t i = 0; i < counts.shape()[0]; ++i)
    std::cout << count[i] << (i + 1 < counts.shape()[0] ? ' ' : '\n');
}

void count_digits() {
  const std::string line = "3141592653589793";
  const auto image = preamar::view(line.data(), {1, 16});
  print(preamar::histogram(image, {.bins = 10, .range = {{'0', '9'}}}));
  print(preamar::histogram(image, 2, [](char digit) { return digit % 2; }));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::histogram(preamar::read_image(argv[1])));
  else
    count_digits();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
