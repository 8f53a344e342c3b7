[[clang::annotate("preamar::loop")]]
void first_dark(const unsigned char *in, unsigned char *out, int w, int h) {
  int x, y, k;
  for (y = 0; y < h; y++)
    for (x = 2; x < w - 2; x++) {
      for (k = x - 2; k < x + 3; k++)
        if (in[y * w + k] < 100) break;
      out[y * w + x] = k - x;
    }
}
