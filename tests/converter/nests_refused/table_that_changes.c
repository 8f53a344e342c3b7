[[clang::annotate("preamar::loop")]]
void blur(const float *in, float *out, int w, int h) {
  int dx[3] = {-1, 0, 1};
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) {
      float s = 0;
      for (int k = 0; k < 3; k++) s += in[y * w + x + dx[k]];
      out[y * w + x] = s / 3;
    }
}
