// Conway's game on a torus.
[[clang::annotate("preamar::loop")]]
void life(const unsigned char *now, unsigned char *next, int w, int h) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      int alive = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          if (j != 0 || i != 0) alive += now[((y + j + h) % h) * w + (x + i + w) % w] != 0;
      if (alive == 3)
        next[y * w + x] = 1;
      else if (alive == 2)
        next[y * w + x] = now[y * w + x];
      else
        next[y * w + x] = 0;
    }
  }
}
