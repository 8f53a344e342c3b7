// White where the level is reached, black elsewhere.
[[clang::annotate("preamar::loop")]]
void threshold(const unsigned char *in, unsigned char *out, int width, int height, int level) {
  for (int i = 0; i < width * height; i++) {
    if (in[i] >= level)
      out[i] = 255;
    else
      out[i] = 0;
  }
}
