#include <stdint.h>

// What is positive in one image less what is not negative in the other, in 64 bits.
[[clang::annotate("preamar::loop")]]
int64_t balance(const int *plus, const int *minus, int w, int h) {
  int64_t s = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      if (plus[y * w + x] > 0) s += plus[y * w + x];
      if (minus[y * w + x] < 0) continue;
      s -= minus[y * w + x];
    }
  }
  return s;
}
