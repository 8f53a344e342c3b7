[[clang::annotate("preamar::loop")]]
int total(const unsigned char *in, int n, int before) {
  int s = before;
  for (int i = 0; i < n; i++) s += in[i];
  return s;
}
