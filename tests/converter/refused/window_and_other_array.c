static int first_of(const unsigned char row[3]) {
  return row[0];
}

[[clang::annotate("preamar::stencil")]]
unsigned char both(unsigned char window[3][3]) {
  const unsigned char own[3] = {1, 2, 3};
  return first_of(window[1]) + first_of(own);
}
