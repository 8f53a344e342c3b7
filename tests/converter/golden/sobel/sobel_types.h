// Types and macros of sobel.c.
#ifndef SOBEL_TYPES_H
#define SOBEL_TYPES_H

#endif
