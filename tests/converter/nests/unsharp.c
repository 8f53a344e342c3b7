// The blurred image is given; what it lacks is added, but not where 'mask' is zero.
[[clang::annotate("preamar::loop")]]
void unsharp(const float *in, const unsigned char *mask, float *out, int w, int h, float amount) {
  for (int y = 1; y < h - 1; y++) {
    for (int x = 1; x < w - 1; x++) {
      const float *p = &in[y * w + x];
      if (mask[y * w + x] == 0) {
        out[y * w + x] = *p;
        continue;
      }
      float around = p[-1] + p[1] + p[-w] + p[w];
      out[y * w + x] = *p + amount * (*p - around / 4);
    }
  }
}
