[[clang::annotate("preamar::histogram")]]
void present(unsigned char pixel, int* out, int bins) {
  out[pixel] = 1;
}
