[[clang::annotate("preamar::map")]]
unsigned char invert(unsigned char pixel) {
  __asm__("notb %0" : "+r"(pixel));
  return pixel;
}
