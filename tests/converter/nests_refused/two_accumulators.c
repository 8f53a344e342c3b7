[[clang::annotate("preamar::loop")]]
void extremes(const short *in, int w, int h, short *low, short *high) {
  short a = 32767, b = -32768;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      if (in[y * w + x] < a) a = in[y * w + x];
      if (in[y * w + x] > b) b = in[y * w + x];
    }
  *low = a;
  *high = b;
}
