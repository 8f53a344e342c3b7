[[clang::annotate("preamar::loop")]]
unsigned int count_above(const unsigned char *in, int w, int h, unsigned char level) {
  unsigned int count = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (in[y * w + x] > level) count++;
  return count;
}
