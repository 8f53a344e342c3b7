[[clang::annotate("preamar::loop")]]
void warp(const float *in, const int *map, float *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = in[y * w + x + map[y * w + x]];
}
