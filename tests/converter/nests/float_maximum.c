// A first pixel that is NaN stays; any other NaN is passed over.
[[clang::annotate("preamar::loop")]]
float float_maximum(const float *in, int w, int h) {
  float best = in[0];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (in[y * w + x] > best) best = in[y * w + x];
  return best;
}
