// example_expand_labels [LABELS OUT]: expands labels by 5 pixels, without overlap.
// Without files it expands two labels of a small image and prints it.
#include <preamar/expand_labels.h>
#include <preamar/io.h>

#include <array>
#include <iostream>

namespace {

constexpr int rows = 3, columns = 13;

void grow_two_labels() {
  std::array<unsigned char, rows * columns> labels{};
  labels[columns + 2] = 1;
  labels[columns + 10] = labels[columns + 11] = 2;
  const preamar::Image grown =
      preamar::expand_labels({labels.data(), preamar::DType::uint8, {rows, columns}}, {.distance = 1.5});
  const auto* pixels = static_cast<const unsigned char*>(grown.data());
  for (int i = 0; i < rows * columns; ++i) std::cout << ".12"[pixels[i]] << (i % columns == columns - 1 ? "\n" : "");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::expand_labels(preamar::read_image(argv[1]), {.distance = 5}));
  else
    grow_two_labels();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
