#include <math.h>

[[clang::annotate("preamar::map")]]
int direction(float pixel) {
  return isinf(pixel) + 1;
}
