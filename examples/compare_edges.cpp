// example_compare_edges [FOUND EXPECTED]: compares detected edges with the expected ones.
// Without arguments: compares two lines of pixels.
#include <preamar/compare_edges.h>
#include <preamar/io.h>

#include <charconv>
#include <iostream>
#include <string>

namespace {

// The shortest text that is read back as the same number.
std::string text_of(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

void print(const preamar::EdgeAgreement& found) {
  std::cout << "pco " << text_of(found.pco) << "\npnd " << text_of(found.pnd) << "\npfa " << text_of(found.pfa) << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  const unsigned char found[] = {1, 1, 1, 0, 0, 1, 0, 0}, expected[] = {1, 1, 0, 0, 1, 0, 0, 0};
  if (argc == 3)
    print(preamar::compare_edges(preamar::read_image(argv[1]), preamar::read_image(argv[2])));
  else
    print(preamar::compare_edges(preamar::view(found, {1, 8}), preamar::view(expected, {1, 8})));
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
