static int bright;

[[clang::annotate("preamar::map")]]
unsigned char threshold(unsigned char pixel) {
  if (pixel > 127) bright++;
  return pixel > 127 ? 255 : 0;
}
