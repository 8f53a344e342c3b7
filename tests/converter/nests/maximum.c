[[clang::annotate("preamar::loop")]]
int maximum(const short *in, int n) {
  int i;
  int best = in[0];
  for (i = 1; i < n; i++)
    if (in[i] > best) best = in[i];
  return best;
}
