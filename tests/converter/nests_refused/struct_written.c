typedef struct {
  int seen;
} state;

[[clang::annotate("preamar::loop")]]
void count(const unsigned char *in, unsigned char *out, int n, state *s) {
  for (int i = 0; i < n; i++) {
    s->seen++;
    out[i] = in[i];
  }
}
