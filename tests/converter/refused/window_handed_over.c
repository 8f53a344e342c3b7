static int sum_of(unsigned char window[3][3]) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum += window[i][j];
  return sum;
}

[[clang::annotate("preamar::stencil")]]
unsigned char mean(unsigned char window[3][3]) {
  return sum_of(window) / 9;
}
