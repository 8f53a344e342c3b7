static int* larger(int* a, int* b) { return *a > *b ? a : b; }

[[clang::annotate("preamar::map")]]
unsigned char largest(unsigned char red, unsigned char green) {
  int r = red, g = green;
  return *larger(&r, &g);
}
