static const int dx[4] = {-1, 0, 1, 2};

[[clang::annotate("preamar::stencil")]]
unsigned char largest(unsigned char window[3][3]) {
  int result = 0;
  for (int k = 0; k < 4; k++)
    if (window[1][1 + dx[k]] > result) result = window[1][1 + dx[k]];
  return result;
}
