// Types of extremes.c.
#ifndef EXTREMES_TYPES_H
#define EXTREMES_TYPES_H

#include <stdint.h>

#ifdef __cplusplus
namespace extremes_converted {
#endif

typedef int T;

typedef int E;

#ifdef __cplusplus
}
#endif

#endif
