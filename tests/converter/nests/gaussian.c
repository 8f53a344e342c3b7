[[clang::annotate("preamar::loop")]]
void gaussian(const float *in, float *out, int w, int h) {
  static const float weights[5] = {1, 4, 6, 4, 1};
  int x, y, i, j;
  for (y = 2; y <= h - 3; y++)
    for (x = 2; x <= w - 3; x++) {
      float sum = 0.0f;
      for (j = 0; j < 5; j++)
        for (i = 0; i < 5; i++) sum += weights[j] * weights[i] * in[(y + j - 2) * w + x + i - 2];
      out[y * w + x] = sum / 256.0f;
    }
}
