[[clang::annotate("preamar::loop")]]
void smallest(const unsigned char *in, unsigned char *out, int w, int h) {
  unsigned char three[3];
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) {
      for (int i = 0; i < 3; i++) three[i] = in[y * w + x + i - 1];
      out[y * w + x] = three[0] < three[1] ? three[0] : three[1];
    }
}
