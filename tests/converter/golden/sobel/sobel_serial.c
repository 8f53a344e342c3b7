#include <stdint.h>

#define main sobel_main  // of the source, if it has one
#include "sobel.c"
#undef main

#define SOBEL_TYPES_H  // the source has these types itself
#include "sobel_serial.h"

// a a a | a b c d | d d d
static int64_t nearest_index(int64_t at, int64_t extent) {
  return at < 0 ? 0 : at < extent ? at : extent - 1;
}

void sobel_serial_sobel(const unsigned char* image, unsigned char* result, int64_t height,
                        int64_t width) {
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x) {
      const int64_t i = y * width + x;
      unsigned char window[3][3];
      for (int64_t r = 0; r < 3; ++r)
        for (int64_t c = 0; c < 3; ++c) {
          const int64_t row = y + r - 1, column = x + c - 1;
          window[r][c] = image[nearest_index(row, height) * width + nearest_index(column, width)];
        }
      result[i] = sobel(window, (int)x, (int)y);
    }
}
