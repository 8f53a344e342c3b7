[[clang::annotate("preamar::loop")]]
int longest(const unsigned char *in, int n) {
  int run = 0, longest = 0;
  for (int i = 0; i < n; i++) {
    run = in[i] ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
