#include <math.h>

typedef struct {
  float kappa, lambda;
} diffusion;

static const diffusion usual = {20, 0.2f};

static float flow(float d, float kappa) { return d * expf(-(d / kappa) * (d / kappa)); }

// Flows from neighbours that there are.
[[clang::annotate("preamar::loop")]]
void perona_malik(const float *in, float *out, int w, int h, const diffusion *p) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const int at = y * w + x;
      const float here = in[at];
      float sum = 0;
      if (y > 0) sum += flow(in[at - w] - here, p->kappa);
      if (y < h - 1) sum += flow(in[at + w] - here, p->kappa);
      if (x > 0) sum += flow(in[at - 1] - here, p->kappa);
      sum += x + 1 < w ? flow(in[at + 1] - here, p->kappa) : 0;
      out[at] = here + p->lambda * sum;
    }
}
