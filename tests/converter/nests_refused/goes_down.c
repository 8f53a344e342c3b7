[[clang::annotate("preamar::loop")]]
void copy(const unsigned char *in, unsigned char *out, int n) {
  for (int i = n - 1; i >= 0; i--) out[i] = in[i];
}
