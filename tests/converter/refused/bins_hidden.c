[[clang::annotate("preamar::histogram")]]
void halves(unsigned char pixel, int* out, int bins) {
  for (int i = 0; i < 2; i++) {
    int bins = i;
    out[pixel + bins]++;
  }
}
