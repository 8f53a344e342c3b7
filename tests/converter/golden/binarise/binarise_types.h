// Types of binarise.c.
#ifndef BINARISE_TYPES_H
#define BINARISE_TYPES_H

#ifdef __cplusplus
namespace binarise_converted {
#endif

typedef struct {
  int tolerancia;
} data;

#ifdef __cplusplus
}
#endif

#endif
