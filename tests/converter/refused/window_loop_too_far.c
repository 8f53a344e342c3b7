[[clang::annotate("preamar::stencil")]]
unsigned char mean(unsigned char window[3][3]) {
  int sum = 0;
  for (int i = 0; i <= 3; i++)
    for (int j = -1; j <= 1; j++) sum += window[i][j];
  return sum / 9;
}
