#include <stddef.h>
#include <stdint.h>

[[clang::annotate("preamar::map")]]
unsigned char brighter(unsigned char pixel) {
  size_t more = pixel;
  uint_fast16_t sum = pixel + more;
  return sum;
}
