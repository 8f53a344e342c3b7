// example_relabel [LABELS OUT]: renumbers labels from 1 without gaps.
// Without files it renumbers a row of labels in place and prints it.
#include <preamar/io.h>
#include <preamar/relabel.h>

#include <array>
#include <iostream>

namespace {

void close_the_gaps() {
  std::array<int, 8> labels = {7, 7, 0, 40, 40, 0, 9, 7};
  const auto image = preamar::view(labels.data(), {1, 8});
  const auto count = preamar::relabel(image, image);
  for (const int label : labels) std::cout << label << ' ';
  std::cout << "count " << count << '\n';
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_image(argv[2], preamar::relabel(preamar::read_image(argv[1])).labels);
  else
    close_the_gaps();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
