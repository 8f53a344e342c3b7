[[clang::annotate("preamar::loop")]]
void laplacian(const int *in, int *out, int w, int h) {
  int x, y, at;
  for (y = 1; y < h - 1; ++y)
    for (x = 1; x < w - 1; ++x) {
      at = y * w + x;
      out[at] = in[at - 1] + in[at + 1] + in[at - w] + in[at + w] - 4 * in[at];
    }
}
