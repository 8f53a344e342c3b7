[[clang::annotate("preamar::map")]]
unsigned int bits(float pixel) {
  union {
    float number;
    unsigned int bits;
  } both;
  both.number = pixel;
  return both.bits;
}
