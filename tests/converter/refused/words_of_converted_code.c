enum { BINS = 4, c_sqrt = 1 };

[[clang::annotate("preamar::map")]]
unsigned char few(unsigned char pixel) {
  int tile_rows = pixel / BINS;
  return tile_rows * BINS + c_sqrt;
}
