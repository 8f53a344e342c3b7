// The converted functions of patterns.c, with the names and parameters that they have there.
#include <algorithm>
#include <vector>

#include "patterns_cpp.h"

using namespace patterns_converted::cpp;

extern "C" {

void binarise(const unsigned char* in, unsigned char* out, int width, int height, int level) {
  BinarisePixel(level).process(in, out, height, width);
}

void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  SobelPixel().process(in, out, height, width);
}

int maximum(const unsigned char* in, int width, int height) { return MaximumOfTwo().process(in, height, width); }

void histogram(const unsigned char* in, int* counts, int width, int height) {
  const std::vector<int> found = HistogramPixel().process(in, height, width, 256);
  std::copy(found.begin(), found.end(), counts);
}

}  // extern "C"
