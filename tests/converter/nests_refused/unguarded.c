[[clang::annotate("preamar::loop")]]
void blur(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = (in[y * w + x] + in[y * w + x + 1]) / 2;
}
