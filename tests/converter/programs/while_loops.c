// while and do loops whose number of turns can be bounded.
[[clang::annotate("preamar::stencil")]]
static unsigned char median(unsigned char p[3][3]) {
  unsigned char sorted[9];
  int count = 0;
  while (count < 9) {
    const unsigned char value = p[count / 3][count % 3];
    int at = count - 1;
    while (at >= 0 && sorted[at] > value) {
      sorted[at + 1] = sorted[at];
      at--;
    }
    sorted[at + 1] = value;
    count++;
  }
  return sorted[4];
}

[[clang::annotate("preamar::map")]]
static int bits_of(unsigned short level) {
  unsigned int left = level;
  int count = 0;
  while (left != 0) {
    count += left & 1;
    left >>= 1;
  }
  int digits = 0, rest = level;
  do {
    digits++;
    rest /= 10;
  } while (rest > 0);
  return 16 * digits + count;
}
