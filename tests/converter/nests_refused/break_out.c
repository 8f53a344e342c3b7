[[clang::annotate("preamar::loop")]]
void until_zero(const unsigned char *in, unsigned char *out, int n) {
  for (int i = 0; i < n; i++) {
    if (in[i] == 0) break;
    out[i] = in[i];
  }
}
