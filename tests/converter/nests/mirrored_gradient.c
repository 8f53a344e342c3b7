#define AT(image, row, column) image[(row) * w + (column)]

// Columns first, by a macro; the image goes on mirrored beyond its edges.
[[clang::annotate("preamar::loop")]]
void mirrored_gradient(const float *in, float *out, int w, int h) {
  for (int x = 0; x < w; x++) {
    for (int y = 0; y < h; y++) {
      int below = y + 1, above = y - 1;
      if (below >= h) below = 2 * h - 1 - below;
      if (above < 0) above = -1 - above;
      AT(out, y, x) = (AT(in, below, x) - AT(in, above, x)) / 2;
    }
  }
}
