// A step of the heat equation; the edges stay as they are.
[[clang::annotate("preamar::loop")]]
void heat(int h, int w, float u[h][w], float next[h][w], float rate) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
        next[y][x] = u[y][x];
      else
        next[y][x] = u[y][x] + rate * (u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1] - 4 * u[y][x]);
    }
}
