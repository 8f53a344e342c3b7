typedef struct {
  unsigned char r, g, b;
} pixel;

[[clang::annotate("preamar::loop")]]
void grey(const pixel *in, unsigned char *out, int n) {
  for (int i = 0; i < n; i++) out[i] = (in[i].r + in[i].g + in[i].b) / 3;
}
