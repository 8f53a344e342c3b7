[[clang::annotate("preamar::loop")]]
void difference(const unsigned char *a, const unsigned char *b, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const int at = x + y * w;
      const int d = a[at] - b[at];
      out[at] = d < 0 ? -d : d;
    }
}
