[[clang::annotate("preamar::loop")]]
void copy(const unsigned char *in, unsigned char *out, int w, int h) {
  int k = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++, k++) out[k] = in[k];
}
