// Types and macros of binarise.c.
#ifndef BINARISE_TYPES_H
#define BINARISE_TYPES_H

typedef struct {
  int tolerancia;
} data;

#endif
