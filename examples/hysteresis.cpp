// example_hysteresis [IMAGE MASK]: keeps pixels above 165 that are connected to pixels above 190.
// Without files it thresholds a row of digits with 3 and 6 and prints the mask.
#include <preamar/hysteresis.h>
#include <preamar/io.h>

#include <iostream>
#include <string>

namespace {

void threshold_digits() {
  const std::string line = "0450047940530";
  const preamar::Image mask = preamar::hysteresis(preamar::view(line.data(), {1, 13}), {.low = '3', .high = '6'});
  std::cout << line << '\n';
  for (int i = 0; i < 13; ++i) std::cout << (static_cast<const bool*>(mask.data())[i] ? '^' : '.');
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::hysteresis(preamar::read_image(argv[1]), {.low = 165, .high = 190}));
  else
    threshold_digits();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
