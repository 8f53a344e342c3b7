// A disk of radius 3, as rows of ones.
static const unsigned char disk[7][7] = {{0, 0, 0, 1, 0, 0, 0}, {0, 1, 1, 1, 1, 1, 0}, {0, 1, 1, 1, 1, 1, 0},
                                         {1, 1, 1, 1, 1, 1, 1}, {0, 1, 1, 1, 1, 1, 0}, {0, 1, 1, 1, 1, 1, 0},
                                         {0, 0, 0, 1, 0, 0, 0}};

[[clang::annotate("preamar::stencil border=constant beyond=0")]]
static unsigned char dilation(unsigned char near[7][7]) {
  unsigned char most = 0;
  for (int y = 0; y < 7; y++)
    for (int x = 0; x < 7; x++)
      if (disk[y][x] && near[y][x] > most) most = near[y][x];
  return most;
}
