// In place, by one loop over all pixels.
[[clang::annotate("preamar::loop")]]
void invert(unsigned char *img, int n) {
  for (int i = 0; i < n; i++) img[i] = 255 - img[i];
}
