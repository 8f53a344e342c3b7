[[clang::annotate("preamar::loop")]]
void flow(const float *a, const float *b, float *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w; x++) out[y * w + x] = a[y * w + x - 1] * b[y * w + x - 1];
}
