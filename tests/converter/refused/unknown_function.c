#include <stdio.h>

[[clang::annotate("preamar::map")]]
unsigned char shown(unsigned char pixel) {
  printf("%d\n", pixel);
  return pixel;
}
