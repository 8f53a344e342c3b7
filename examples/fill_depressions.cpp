// example_fill_depressions [ELEVATION OUT]: fills the depressions of an elevation model.
// Without files it fills those of a small array of digits, in which 0 is nodata, and prints the result.
#include <preamar/fill_depressions.h>
#include <preamar/io.h>

#include <iostream>
#include <string>

namespace {

void show_a_map() {
  const std::string map =
      "999999"
      "937249"
      "956089"
      "999999";
  const preamar::Shape shape{4, 6};
  std::string out = map;
  preamar::fill_depressions(preamar::view(map.data(), shape), preamar::view(out.data(), shape), {.nodata = '0'});
  for (int row = 0; row < 4; ++row) std::cout << out.substr(row * 6, 6) << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::fill_depressions(preamar::read_image(argv[1])));
  else
    show_a_map();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
