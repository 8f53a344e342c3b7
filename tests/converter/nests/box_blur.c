[[clang::annotate("preamar::loop")]]
void box_blur(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 1; y < h - 1; y++) {
    for (int x = 1; x < w - 1; x++) {
      int sum = 0;
      // The pixel and its eight neighbours.
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) sum += in[(y + j) * w + (x + i)];
      out[y * w + x] = sum / 9;
    }
  }
}
