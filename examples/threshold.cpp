// example_threshold [IMAGE MASK]: marks the pixels above 165.
// Without files it marks the digits of a line that are above 4.
#include <preamar/io.h>
#include <preamar/threshold.h>

#include <iostream>
#include <string>

namespace {

void threshold_digits() {
  const std::string line = "0450047940530";
  const preamar::Image mask = preamar::threshold(preamar::view(line.data(), {1, 13}), {.value = '4'});
  std::cout << line << '\n';
  for (int i = 0; i < 13; ++i) std::cout << (static_cast<const bool*>(mask.data())[i] ? '^' : '.');
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::threshold(preamar::read_image(argv[1]), {.value = 165}));
  else
    threshold_digits();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
