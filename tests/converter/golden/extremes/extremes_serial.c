#include <stdint.h>

#define main extremes_main  // of the source, if it has one
#include "extremes.c"
#undef main

#define EXTREMES_TYPES_H  // the source has these types itself
#include "extremes_serial.h"

T extremes_serial_menor(const uint8_t* image, int64_t height, int64_t width) {
  T so_far = (T)image[0];
  for (int64_t i = 1; i < height * width; ++i) {
    so_far = menor(so_far, (T)image[i]);
  }
  return so_far;
}

T extremes_serial_maior(const uint8_t* image, int64_t height, int64_t width) {
  T so_far = (T)image[0];
  for (int64_t i = 1; i < height * width; ++i) {
    so_far = maior(so_far, (T)image[i]);
  }
  return so_far;
}
