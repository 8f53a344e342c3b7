[[clang::annotate("preamar::loop")]]
int alternating(const unsigned char *in, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s = in[i] - s;
  return s;
}
