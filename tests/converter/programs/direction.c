enum direction { EAST, NORTH_EAST, NORTH, NORTH_WEST };

// The way of the steepest slope, in eighths of a turn, without the arc tangent.
[[clang::annotate("preamar::stencil")]]
static unsigned char direction(unsigned char p[3][3]) {
  const int dx = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
  const int dy = p[0][0] + 2 * p[0][1] + p[0][2] - p[2][0] - 2 * p[2][1] - p[2][2];
  const int across = dx < 0 ? -dx : dx, along = dy < 0 ? -dy : dy;
  if (along * 5 < across * 2) return EAST;
  if (across * 5 < along * 2) return NORTH;
  return (dx < 0) == (dy < 0) ? NORTH_EAST : NORTH_WEST;
}
