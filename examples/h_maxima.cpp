// example_h_maxima [IMAGE OUT]: suppresses maxima whose dynamics (height) is at most 40.
// Without files it suppresses those of at most 3 in a line of digits, and prints the line before and after.
#include <preamar/h_maxima.h>
#include <preamar/io.h>

#include <iostream>
#include <string>

namespace {

void cut_digits() {
  const std::string line = "0190040650320";
  const auto image = preamar::view(line.data(), {1, 13});
  std::string out = line;
  preamar::h_maxima(image, preamar::view(out.data(), {1, 13}), {.h = 3});
  std::cout << line << '\n' << out << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::h_maxima(preamar::read_image(argv[1]), {.h = 40}));
  else
    cut_digits();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
