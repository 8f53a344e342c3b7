static int at(const unsigned char *image, int w, int x, int y) { return image[y * w + x]; }

[[clang::annotate("preamar::loop")]]
void copy(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = at(in, w, x, y);
}
