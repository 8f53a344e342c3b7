static double smaller(double a, double b) { return a < b ? a : b; }

[[clang::annotate("preamar::loop")]]
void double_minimum(const double *in, int n, double *result) {
  double m = in[0];
  for (int i = 1; i < n; i++) {
    const double v = in[i];
    m = smaller(v, m);
  }
  *result = m;
}
