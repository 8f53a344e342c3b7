[[clang::annotate("preamar::loop")]]
void copy(const unsigned char *in, unsigned char *out, int n) {
  for (int i = 0; i < n; i++) *out++ = *in++;
}
