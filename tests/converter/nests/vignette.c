// Darker towards the corners.
[[clang::annotate("preamar::loop")]]
void vignette(const float *in, float *out, int w, int h) {
  for (int y = 0; y < h; y++) {
    const float v = 2.0f * y / h - 1;
    for (int x = 0; x < w; x++) {
      const float u = 2.0f * x / w - 1;
      out[y * w + x] = in[y * w + x] * (1 - 0.25f * (u * u + v * v));
    }
  }
}
