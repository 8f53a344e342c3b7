static void order(unsigned char* a, unsigned char* b) {
  if (*a > *b) {
    unsigned char less = *b;
    *b = *a;
    *a = less;
  }
}

// The fifth of nine, by exchanges of neighbours.
[[clang::annotate("preamar::stencil")]]
static unsigned char median(unsigned char near[3][3]) {
  unsigned char all[9];
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 3; x++) all[3 * y + x] = near[y][x];
  for (int end = 8; end > 3; end--)
    for (int i = 0; i < end; i++) order(&all[i], &all[i + 1]);
  return all[4];
}
