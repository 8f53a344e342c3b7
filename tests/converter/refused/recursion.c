static int odd(int value);
static int even(int value) { return value == 0 ? 1 : odd(value - 1); }
static int odd(int value) { return value == 0 ? 0 : even(value - 1); }

[[clang::annotate("preamar::map")]]
unsigned char parity(unsigned char pixel) {
  return even(pixel);
}
