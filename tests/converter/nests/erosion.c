static int clamped(int i, int last) {
  if (i < 0) return 0;
  if (i > last) return last;
  return i;
}

[[clang::annotate("preamar::loop")]]
void erosion(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      unsigned char least = 255;
      for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
          unsigned char v = in[clamped(y + j, h - 1) * w + clamped(x + i, w - 1)];
          if (v < least) least = v;
        }
      out[y * w + x] = least;
    }
}
