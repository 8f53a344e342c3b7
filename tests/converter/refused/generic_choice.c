[[clang::annotate("preamar::map")]]
float absolute(float pixel) {
  return _Generic(pixel, float: pixel, default: 0);
}
