struct range {
  unsigned short low, high;
  unsigned char inside, outside;
};
static const struct range bone = {300, 1900, 255, 0};

[[clang::annotate("preamar::map")]]
static unsigned char threshold(unsigned short level, struct range range) {
  return level >= range.low && level <= range.high ? range.inside : range.outside;
}
