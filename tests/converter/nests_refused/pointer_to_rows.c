[[clang::annotate("preamar::loop")]]
void copy(unsigned char **in, unsigned char **out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y][x] = in[y][x];
}
