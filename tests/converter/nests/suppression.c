// Keeps a gradient if it is the maximum along its direction, which is 0 to 3.
[[clang::annotate("preamar::loop")]]
void suppression(const unsigned short *strength, const unsigned char *direction, unsigned short *out, int w, int h) {
  for (int y = 1; y < h - 1; y++) {
    for (int x = 1; x < w - 1; x++) {
      int at = y * w + x;
      int a = 0, b = 0;
      switch (direction[at]) {
        case 0:
          a = strength[at - 1];
          b = strength[at + 1];
          break;
        case 1:
          a = strength[at - w + 1];
          b = strength[at + w - 1];
          break;
        case 2:
          a = strength[at - w];
          b = strength[at + w];
          break;
        default:
          a = strength[at - w - 1];
          b = strength[at + w + 1];
      }
      out[at] = strength[at];
      if (strength[at] < a || strength[at] < b) out[at] = 0;
    }
  }
}
