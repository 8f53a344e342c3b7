[[clang::annotate("preamar::loop")]]
int mean(const unsigned char *in, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) s += in[y * w + x];
  return s / (w * h);
}
