[[clang::annotate("preamar::loop")]]
void smooth(const float *in, float *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w; x++) out[y * w + x] = 0.5f * in[y * w + x] + 0.5f * out[y * w + x - 1];
}
