#include <stdint.h>

[[clang::annotate("preamar::loop")]]
int64_t sum(const unsigned char *in, int w, int h) {
  int64_t total = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) total += in[y * w + x];
  return total;
}
