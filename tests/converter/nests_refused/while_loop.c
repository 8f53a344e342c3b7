[[clang::annotate("preamar::loop")]]
void copy(const unsigned char *in, unsigned char *out, int n) {
  int i = 0;
  while (i < n) {
    out[i] = in[i];
    i++;
  }
}
