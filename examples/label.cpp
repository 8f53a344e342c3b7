// example_label [IMAGE LABELS]: labels the connected components of an image.
// Without files it labels a small drawing and prints the labels.
#include <preamar/io.h>
#include <preamar/label.h>

#include <iostream>
#include <string>

namespace {

void number_drawing() {
  const std::string drawing =
      ". x x . ."
      ". . . x ."
      "x . . . ."
      "x x . . x";
  std::string cells;
  for (const char c : drawing)
    if (c != ' ') cells += c == 'x' ? '\1' : '\0';
  const preamar::Labels found = preamar::label(preamar::view(cells.data(), {4, 5}));
  const auto* labels = static_cast<const std::uint32_t*>(found.image.data());
  for (int i = 0; i < 20; ++i) std::cout << labels[i] << (i % 5 == 4 ? '\n' : ' ');
  std::cout << found.count << " objects\n";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::label(preamar::read_image(argv[1])).image);
  else
    number_drawing();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
