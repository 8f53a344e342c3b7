#include <string.h>

[[clang::annotate("preamar::loop")]]
void histogram(const unsigned char *in, int *hist, int w, int h) {
  memset(hist, 0, 256 * sizeof(int));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) hist[in[y * w + x]]++;
}
