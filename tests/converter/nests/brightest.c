#include <math.h>

// Where the mask is set; 0 where it is set nowhere.
[[clang::annotate("preamar::loop")]]
void brightest(const float *in, const unsigned char *mask, int w, int h, float *result) {
  float m = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      if (!mask[y * w + x]) continue;
      m = fmaxf(m, in[y * w + x]);
    }
  }
  *result = m;
}
