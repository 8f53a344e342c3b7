[[clang::annotate("preamar::loop")]]
void keep_bright(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      if (in[y * w + x] < 100) continue;
      out[y * w + x] = in[y * w + x];
    }
}
