// example_polygons [LABELS GEOJSON]: traces the outlines of labels and writes them as GeoJSON.
// Without files it prints the vertices of an object with a hole.
#include <preamar/io.h>
#include <preamar/polygons.h>

#include <array>
#include <iostream>

namespace {

void trace_a_frame() {
  std::array<unsigned char, 3 * 3> labels = {1, 1, 1,  //
                                             1, 0, 1,  //
                                             1, 1, 1};
  const preamar::ConstImageView image(labels.data(), preamar::dtype_of<unsigned char>(), {3, 3});
  preamar::write_table(std::cout, preamar::polygons(image));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3)
    preamar::write_table(argv[2], preamar::polygons(preamar::read_image(argv[1])));
  else
    trace_a_frame();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
