#include <stdint.h>

// The levels of a camera of twelve bits in 256 bins, from which Otsu's threshold is found.
[[clang::annotate("preamar::histogram bins=256")]]
static void otsu_histogram(uint16_t level, int* counts, int bins) {
  const int bin = level >> 4;
  if (bin < bins) counts[bin]++;
}
