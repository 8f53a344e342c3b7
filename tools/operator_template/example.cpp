// example_sample_operator [IMAGE OUT]: say what it does with the files.
// Without files it marks the digits of a line that are greater than 4.
#include <preamar/io.h>
#include <preamar/sample_operator.h>

#include <iostream>
#include <string>

namespace {

void show_digits() {
  const std::string line = "0450047940530";
  const preamar::Image mask = preamar::sample_operator(preamar::view(line.data(), {1, 13}), {.above = '4'});
  std::cout << line << '\n';
  for (const bool is_above : mask.as<bool>()) std::cout << (is_above ? '^' : '.');
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::sample_operator(preamar::read_image(argv[1])));
  else
    show_digits();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
