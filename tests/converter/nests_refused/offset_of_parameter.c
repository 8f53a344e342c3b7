[[clang::annotate("preamar::loop")]]
void shift(const float *in, float *out, int w, int h, int by) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = x + by < w ? in[y * w + x + by] : 0;
}
