typedef struct {
  float alpha;
  int offset;
} mixture;

static const mixture usual = {0.25f, 2};

// 'b' over 'a'.
[[clang::annotate("preamar::loop")]]
void blend(const float *a, const float *b, float *out, const int count, mixture how) {
  int k;
  float beta = 1.0f - how.alpha;
  for (k = 0; k != count; ++k) {
    out[k] = how.alpha * b[k] + beta * a[k] + how.offset;
  }
}
