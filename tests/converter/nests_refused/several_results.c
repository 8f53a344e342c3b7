[[clang::annotate("preamar::loop")]]
void gradient(const float *in, float *gx, float *gy, int w, int h) {
  for (int y = 1; y < h; y++)
    for (int x = 1; x < w; x++) {
      gx[y * w + x] = in[y * w + x] - in[y * w + x - 1];
      gy[y * w + x] = in[y * w + x] - in[(y - 1) * w + x];
    }
}
