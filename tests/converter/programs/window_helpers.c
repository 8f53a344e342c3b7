// Helpers that are given the window, or a row of it.
static int sum_of_row(const unsigned char row[3]) { return row[0] + row[1] + row[2]; }

static int sum_of(unsigned char p[3][3]) {
  int sum = 0;
  for (int r = 0; r < 3; r++) sum += sum_of_row(p[r]);
  return sum;
}

static int centre_of(unsigned char p[3][3], int weight) { return weight * p[1][1] + sum_of(p); }

[[clang::annotate("preamar::stencil border=wrap")]]
static unsigned char soften(unsigned char p[3][3], int weight) { return centre_of(p, weight) / (9 + weight); }
