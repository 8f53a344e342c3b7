// Rows are rings, however short they are.
[[clang::annotate("preamar::loop")]]
void ring_sum(const unsigned char *in, int *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int s = 0;
      for (int i = -4; i <= 4; i++) s += in[y * w + ((x + i) % w + w) % w];
      out[y * w + x] = s;
    }
}
