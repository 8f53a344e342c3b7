// Types of histogram.c.
#ifndef HISTOGRAM_TYPES_H
#define HISTOGRAM_TYPES_H

#ifdef __cplusplus
namespace histogram_converted {
#endif

#ifdef __cplusplus
}
#endif

#endif
