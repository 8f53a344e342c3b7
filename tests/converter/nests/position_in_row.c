[[clang::annotate("preamar::loop")]]
void position_in_row(const float *in, float *out, int w, int h) {
  for (int i = 0; i < w * h; i++) {
    int x = i % w, y = i / w;
    out[i] = in[i] * x + y;
  }
}
