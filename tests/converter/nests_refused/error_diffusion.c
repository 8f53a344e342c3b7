[[clang::annotate("preamar::loop")]]
void halftone(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++) {
    int error = 0;
    for (int x = 0; x < w; x++) {
      int level = in[y * w + x] + error;
      out[y * w + x] = level > 127 ? 255 : 0;
      error = level - out[y * w + x];
    }
  }
}
