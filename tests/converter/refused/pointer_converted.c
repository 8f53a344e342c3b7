[[clang::annotate("preamar::map")]]
unsigned int bits(float pixel) {
  return *(unsigned int*)&pixel;
}
