[[clang::annotate("preamar::map")]]
float real_part(float pixel) {
  float _Complex z = pixel;
  return __real__ z;
}
