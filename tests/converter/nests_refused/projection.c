[[clang::annotate("preamar::loop")]]
void project(const unsigned char *in, unsigned char *out, int d, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      unsigned char m = 0;
      for (int z = 0; z < d; z++)
        if (in[(z * h + y) * w + x] > m) m = in[(z * h + y) * w + x];
      out[y * w + x] = m;
    }
}
