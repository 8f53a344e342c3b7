#include <stdint.h>
#include <string.h>

#define main histogram_main  // of the source, if it has one
#include "histogram.c"
#undef main

#define HISTOGRAM_TYPES_H  // the source has these types itself
#include "histogram_serial.h"

void histogram_serial_r2vProcessor(const unsigned char* image, int64_t height, int64_t width,
                                   int* counts, int bins) {
  memset(counts, 0, (size_t)bins * sizeof *counts);
  for (int64_t i = 0; i < height * width; ++i) {
    r2vProcessor(image[i], counts, bins);
  }
}
