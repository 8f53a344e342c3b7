[[clang::annotate("preamar::loop")]]
void copy(const unsigned char *in, int pitch, unsigned char *out, int stride, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * stride + x] = in[y * pitch + x];
}
