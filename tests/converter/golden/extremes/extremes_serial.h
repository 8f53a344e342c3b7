// The functions of extremes.c over whole images, by plain loops: the reference for the other
// targets.
#ifndef EXTREMES_SERIAL_H
#define EXTREMES_SERIAL_H

#include <stdint.h>

#include "extremes_types.h"

#ifdef __cplusplus
namespace extremes_converted {
extern "C" {
#endif

T extremes_serial_menor(const uint8_t* image, int64_t height, int64_t width);

T extremes_serial_maior(const uint8_t* image, int64_t height, int64_t width);

#ifdef __cplusplus
}
}
#endif

#endif
