[[clang::annotate("preamar::loop")]]
void half(const unsigned char *in, unsigned char *out, int w, int h) {
  for (int y = 0; y < h; y += 2)
    for (int x = 0; x < w; x += 2) out[(y / 2) * (w / 2) + x / 2] = in[y * w + x];
}
