// Replaces single white pixels, and leaves all others as they are.
[[clang::annotate("preamar::loop")]]
void despeckle(unsigned char *img, const unsigned char *seen, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (img[y * w + x] == 255 && !seen[y * w + x]) img[y * w + x] = 0;
}
