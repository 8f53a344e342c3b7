// example_measure [LABELS TABLE]: measures labelled objects and writes a CSV table.
// Without files it measures size and centroid of two small objects and prints the table.
#include <preamar/io.h>
#include <preamar/measure.h>

#include <array>
#include <iostream>

namespace {

void measure_two_objects() {
  std::array<unsigned char, 3 * 6> labels = {1, 1, 0, 0, 0, 0,  //
                                             1, 1, 0, 2, 2, 2,  //
                                             0, 0, 0, 0, 0, 2};
  const preamar::ConstImageView image(labels.data(), preamar::dtype_of<unsigned char>(), {3, 6});
  preamar::write_table(
      std::cout, preamar::measure(image, {}, {.properties = {preamar::Property::size, preamar::Property::centroid}}));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_table(argv[2], preamar::measure(preamar::read_image(argv[1])));
  else
    measure_two_objects();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
