[[clang::annotate("preamar::stencil")]]
unsigned char mean(unsigned char window[3][3]) {
  unsigned char* first = &window[0][0];
  unsigned char* row = window[1];
  return (*first + row[0] + *window[2]) / 3;
}
