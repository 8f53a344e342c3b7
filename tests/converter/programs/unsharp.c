struct amount {
  float by;
};
static const struct amount strong = {1.5f};

static float mean_of(float sum, int count) { return sum / (float)count; }

// What differs from the mean around is made stronger.
[[clang::annotate("preamar::stencil border=reflect")]]
static float unsharp(float p[3][3], struct amount amount) {
  float sum = 0;
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 3; x++) sum += p[y][x];
  return p[1][1] + amount.by * (p[1][1] - mean_of(sum, 9));
}
