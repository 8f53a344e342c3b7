#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

// The range of levels in a cross of five pixels.
[[clang::annotate("preamar::loop")]]
void contrast(const unsigned short *in, unsigned short *out, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int low = in[y * width + x], high = low;
      for (int k = -1; k <= 1; k += 2) {
        int column = MAX(0, MIN(x + k, width - 1));
        int row = MIN(MAX(y + k, 0), height - 1);
        low = MIN(low, in[y * width + column]);
        high = MAX(high, in[y * width + column]);
        low = MIN(low, in[row * width + x]);
        high = MAX(high, in[row * width + x]);
      }
      out[y * width + x] = high - low;
    }
}
