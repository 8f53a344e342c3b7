// Types and macros of extremes.c.
#ifndef EXTREMES_TYPES_H
#define EXTREMES_TYPES_H

#include <stdint.h>

typedef int T;

typedef int E;

#endif
