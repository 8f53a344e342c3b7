enum Level { low, middle, high };

[[clang::annotate("preamar::map")]]
unsigned char level_of(unsigned char pixel) {
  enum Level level = pixel / 100;
  level++;
  return level == middle;
}
