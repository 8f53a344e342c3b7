[[clang::annotate("preamar::loop")]]
void blur(const float *in, float *out, int w, int h, int radius) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int j = -radius; j <= radius; j++)
        if (y + j >= 0 && y + j < h) sum += in[(y + j) * w + x];
      out[y * w + x] = sum / (2 * radius + 1);
    }
}
