// A window that is cut off at the edges.
[[clang::annotate("preamar::loop")]]
void dilation(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      unsigned char greatest = 0;
      for (int yy = y - 1; yy <= y + 1; yy++) {
        for (int xx = x - 1; xx <= x + 1; xx++) {
          if (yy < 0 || yy >= h || xx < 0 || xx >= w) continue;
          if (in[yy * w + xx] > greatest) greatest = in[yy * w + xx];
        }
      }
      out[y * w + x] = greatest;
    }
  }
}
