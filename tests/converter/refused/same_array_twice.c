static void order(int* low, int* high) {
  if (*low > *high) {
    int kept = *low;
    *low = *high;
    *high = kept;
  }
}

[[clang::annotate("preamar::stencil")]]
unsigned char middle(unsigned char window[1][3]) {
  int v[3];
  for (int i = 0; i < 3; i++) v[i] = window[0][i];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++) order(&v[j], &v[i]);
  return v[1];
}
