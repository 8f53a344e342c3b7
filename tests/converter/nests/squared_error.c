[[clang::annotate("preamar::loop")]]
double squared_error(const float *a, const float *b, int w, int h) {
  double s = 0.0;
  int n = w * h;
  for (int i = 0; i < n; i++) {
    double d = a[i] - b[i];
    s = s + d * d;
  }
  return s;
}
