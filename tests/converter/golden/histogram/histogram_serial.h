// The functions of histogram.c over whole images, by plain loops: the reference for the other
// targets.
#ifndef HISTOGRAM_SERIAL_H
#define HISTOGRAM_SERIAL_H

#include <stdint.h>

#include "histogram_types.h"

#ifdef __cplusplus
namespace histogram_converted {
extern "C" {
#endif

void histogram_serial_r2vProcessor(const unsigned char* image, int64_t height, int64_t width,
                                   int* counts, int bins);

#ifdef __cplusplus
}
}
#endif

#endif
