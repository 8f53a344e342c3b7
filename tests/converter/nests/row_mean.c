// A mean of three, where there are three; the comparison of unsigned numbers has both ends of the row in it.
[[clang::annotate("preamar::loop")]]
void row_mean(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int sum = 0, count = 0;
      for (int i = -1; i <= 1; i++)
        if ((unsigned)(x + i) < (unsigned)w) {
          sum += in[y * w + x + i];
          count++;
        }
      out[y * w + x] = sum / count;
    }
}
