// A bit for each neighbour that is no less than the pixel, clockwise from the upper left.
[[clang::annotate("preamar::stencil border=constant beyond=0")]]
static unsigned char local_binary_pattern(unsigned char p[3][3]) {
  const unsigned char middle = p[1][1];
  return (p[0][0] >= middle) << 7 | (p[0][1] >= middle) << 6 | (p[0][2] >= middle) << 5 | (p[1][2] >= middle) << 4 |
         (p[2][2] >= middle) << 3 | (p[2][1] >= middle) << 2 | (p[2][0] >= middle) << 1 | (p[1][0] >= middle);
}
