[[clang::annotate("preamar::loop")]]
void mirror(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + (w - 1 - x)] = in[y * w + x];
}
