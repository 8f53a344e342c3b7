// The mean of what is near in place and in level.
typedef struct {
  float near[5][5];   // by place
  float alike[8];     // by the difference of levels, in steps of 32
} closeness;
static const closeness usual = {
    {{1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}},
    {1.0f, 0.75f, 0.5f, 0.25f, 0.125f, 0.0625f, 0.03125f, 0.015625f}};

[[clang::annotate("preamar::stencil border=reflect")]]
static unsigned char bilateral(unsigned char window[5][5], closeness by) {
  float sum = 0, weights = 0;
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 5; x++) {
      int apart = window[y][x] - window[2][2];
      float weight = by.near[y][x] * by.alike[(apart < 0 ? -apart : apart) / 32];
      sum += weight * window[y][x];
      weights += weight;
    }
  return (unsigned char)(sum / weights + 0.5f);
}
