// Binomial weights, which are those of a Gaussian of sigma 1.
static const int weights[5] = {1, 4, 6, 4, 1};

[[clang::annotate("preamar::stencil border=reflect")]]
static unsigned char gaussian(unsigned char near[5][5]) {
  int sum = 128;
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 5; x++) sum += weights[y] * weights[x] * near[y][x];
  return sum >> 8;
}
