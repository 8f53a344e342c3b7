// example_remove_small_objects [LABELS OUT]: removes objects of fewer than 64 pixels.
// Without files it removes objects of fewer than 3 pixels from a row of labels and prints it.
#include <preamar/io.h>
#include <preamar/remove_small_objects.h>

#include <iostream>
#include <string>

namespace {

void sift_labels() {
  std::string line = "1112203300444";
  std::string cells = line;
  for (char& c : cells) c = static_cast<char>(c - '0');
  const auto image = preamar::view(cells.data(), {1, 13});
  preamar::remove_small_objects(image, image, {.size = 3});
  for (char& c : cells) c = static_cast<char>(c + '0');
  std::cout << line << '\n' << cells << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::remove_small_objects(preamar::read_image(argv[1]), {.size = 64}));
  else
    sift_labels();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
