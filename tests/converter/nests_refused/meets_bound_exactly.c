[[clang::annotate("preamar::loop")]]
void copy(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x != w - 1; x++) out[y * w + x] = in[y * w + x + 1];
}
