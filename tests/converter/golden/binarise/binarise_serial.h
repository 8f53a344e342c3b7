// The functions of binarise.c over whole images, by plain loops: the reference for the other
// targets.
#ifndef BINARISE_SERIAL_H
#define BINARISE_SERIAL_H

#include <stdint.h>

#include "binarise_types.h"

#ifdef __cplusplus
namespace binarise_converted {
extern "C" {
#endif

void binarise_serial_binarizador(const unsigned char* image, unsigned char* result, int64_t height,
                                 int64_t width, data parametro_);

#ifdef __cplusplus
}
}
#endif

#endif
