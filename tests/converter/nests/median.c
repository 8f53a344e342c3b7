// The fifth of nine, sorted by insertion; rows and columns beyond the edge are those at it.
[[clang::annotate("preamar::loop")]]
void median(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      unsigned char sorted[9];
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
          int yy = y + dy, xx = x + dx;
          if (yy < 0) yy = 0;
          if (yy >= h) yy = h - 1;
          if (xx < 0) xx = 0;
          if (xx >= w) xx = w - 1;
          sorted[n++] = in[yy * w + xx];
        }
      for (int i = 1; i < 9; i++) {
        unsigned char value = sorted[i];
        int j = i;
        for (int k = i; k > 0; k--) {
          if (sorted[k - 1] <= value) break;
          sorted[k] = sorted[k - 1];
          j = k - 1;
        }
        sorted[j] = value;
      }
      out[y * w + x] = sorted[4];
    }
}
