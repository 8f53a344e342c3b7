// What all_kinds.c includes.
#ifndef ALL_KINDS_H
#define ALL_KINDS_H
#include <stdint.h>
#define WIDE 3
static inline int clip(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
struct pair {
  int a, b;
};
#endif
