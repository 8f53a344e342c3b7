static int first_of(const unsigned char row[3]) {
  return row[0];
}

[[clang::annotate("preamar::stencil")]]
unsigned char middle(unsigned char window[3][3]) {
  return first_of(window[1]);
}

[[clang::annotate("preamar::map")]]
unsigned char own(unsigned char pixel) {
  const unsigned char three[3] = {pixel, 2, 3};
  return first_of(three);
}
