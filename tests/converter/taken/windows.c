// Indices that stay in the window, as far as they have to be followed.
static const int dx[] = {-1, 0, 1, 1}, dy[] = {-1, -1, -1, 0};
enum { middle = 1 };

[[clang::annotate("preamar::stencil")]]
static unsigned char windows(unsigned char near[3][5], int x, int y) {
  const int left = middle - 1;
  int sum = near[middle][left] + near[2 * middle][4];
  for (int k = 0; k < 4; k++) sum += near[1 + dy[k]][2 + 2 * dx[k]];
  for (int r = -1; r <= 1; r++)
    for (int c = 4; c > 0; c -= 2) sum += near[r + 1][c] - near[1 - r][c / 2];
  for (int r = 0; r < 3; r++) sum += near[r == 0 ? 0 : r - 1][r > 1 ? 1 : r];
  if (x >= 0 && x < 5) sum += near[1][x];
  sum += y < 0 || y > 2 ? 0 : near[y][x & 3];
  int row = 0;
  if (sum > 9) row = 2;
  return sum + near[row][sum > 3];
}
