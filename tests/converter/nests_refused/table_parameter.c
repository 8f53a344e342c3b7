[[clang::annotate("preamar::loop")]]
void look_up(const unsigned char *in, unsigned char *out, const unsigned char *lut, int n) {
  for (int i = 0; i < n; i++) out[i] = lut[in[i]];
}
