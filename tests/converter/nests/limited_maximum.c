static int larger(int a, int b) { return a > b ? a : b; }

// At least 'least', by a helper of the file.
[[clang::annotate("preamar::loop")]]
int limited_maximum(const unsigned char *in, int w, int h, int least) {
  int m = least;
  for (int y = 0; y < h; y++) {
    const unsigned char *row = in + y * w;
    for (int x = 0; x < w; x++) m = larger(m, row[x] - 3);
  }
  return m;
}
