[[clang::annotate("preamar::loop")]]
float maximum_takes_nan(const float *in, int n) {
  float m = 0;
  for (int i = 0; i < n; i++) m = m > in[i] ? m : in[i];
  return m;
}
