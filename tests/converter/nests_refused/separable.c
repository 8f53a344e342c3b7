[[clang::annotate("preamar::loop")]]
void blur(const float *in, float *tmp, float *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) tmp[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1];
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = tmp[(y - 1) * w + x] + tmp[(y + 1) * w + x];
}
