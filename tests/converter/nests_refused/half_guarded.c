[[clang::annotate("preamar::loop")]]
void blur(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int s = in[y * w + x];
      if (x > 0 && x <= w - 1) s += in[y * w + x - 1] + in[y * w + x + 1];
      out[y * w + x] = s / 3;
    }
}
