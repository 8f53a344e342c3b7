#include <stdint.h>

#define main binarise_main  // of the source, if it has one
#include "binarise.c"
#undef main

#define BINARISE_TYPES_H  // the source has these types itself
#include "binarise_serial.h"

void binarise_serial_binarizador(const unsigned char* image, unsigned char* result, int64_t height,
                                 int64_t width, data parametro_) {
  for (int64_t i = 0; i < height * width; ++i) {
    result[i] = binarizador(image[i], (int)i, parametro_);
  }
}
