// Types of sobel.c.
#ifndef SOBEL_TYPES_H
#define SOBEL_TYPES_H

#ifdef __cplusplus
namespace sobel_converted {
#endif

#ifdef __cplusplus
}
#endif

#endif
