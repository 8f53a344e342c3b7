[[clang::annotate("preamar::loop")]]
void scaled_histogram(const unsigned char *in, int *hist, int nbins, int n) {
  int i;
  for (i = 0; i < nbins; i++) hist[i] = 0;
  for (i = 0; i < n; i++) {
    int k = in[i] * nbins / 256;
    if (in[i] == 0) continue;  // background
    hist[k] += 1;
  }
}
