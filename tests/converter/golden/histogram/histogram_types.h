// Types and macros of histogram.c.
#ifndef HISTOGRAM_TYPES_H
#define HISTOGRAM_TYPES_H

#endif
