// Loops whose lengths are variables of loops around them, where C lets them stand.
[[clang::annotate("preamar::stencil")]]
static unsigned char unlike_corners(unsigned char near[3][3]) {
  int sum = 0;
  if (near[1][1] > 7)
    for (int y = 0; y < 3; y++) for (int x = y; x < 3; x++) sum += near[y][x];
  else
    for (int y = 0; y < 3; y++)
      for (int k = 0; k < 2; k++)
        for (int x = 0; x <= y; x++) sum -= near[y][x] >> k;
  switch (near[0][0]) {
    case 1:
      for (int a = 0; a < 3; a++)
        for (int b = a; b > 0; b--) sum ^= a * b;
      break;
    default: break;
  }
  return (unsigned char)sum;
}
