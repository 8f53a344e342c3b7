// example_regional_maxima [IMAGE OUT]: marks the regional maxima, plateaus without a higher neighbour.
// Without files it marks those of a line of digits and prints them.
#include <preamar/io.h>
#include <preamar/regional_maxima.h>

#include <iostream>
#include <string>

namespace {

void mark_digits() {
  const std::string line = "0115500332201";
  const auto image = preamar::view(line.data(), {1, 13});
  const preamar::Image found = preamar::regional_maxima(image);
  std::cout << line << '\n';
  for (int x = 0; x < 13; ++x) std::cout << (static_cast<const bool*>(found.data())[x] ? '^' : '.');
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::regional_maxima(preamar::read_image(argv[1])));
  else
    mark_digits();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
