[[clang::annotate("preamar::loop")]]
void blur(unsigned char *img, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      img[y * w + x] = (img[(y - 1) * w + x] + img[y * w + x] + img[(y + 1) * w + x]) / 3;
}
