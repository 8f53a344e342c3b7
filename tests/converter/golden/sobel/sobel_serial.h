// The functions of sobel.c over whole images, by plain loops: the reference for the other
// targets.
#ifndef SOBEL_SERIAL_H
#define SOBEL_SERIAL_H

#include <stdint.h>

#include "sobel_types.h"

#ifdef __cplusplus
namespace sobel_converted {
extern "C" {
#endif

void sobel_serial_sobel(const unsigned char* image, unsigned char* result, int64_t height,
                        int64_t width);

#ifdef __cplusplus
}
}
#endif

#endif
