// Levels of two images, in 16 steps each.
[[clang::annotate("preamar::loop")]]
void joint_histogram(const unsigned char *a, const unsigned char *b, unsigned int counts[16][16], int w, int h) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      int at = y * w + x;
      counts[a[at] >> 4][b[at] >> 4] += 1;
    }
  }
}
