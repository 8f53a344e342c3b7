int printf(const char *, ...);

[[clang::annotate("preamar::loop")]]
void show(const float *in, float *out, int n) {
  for (int i = 0; i < n; i++) {
    printf("%f\n", in[i]);
    out[i] = in[i];
  }
}
