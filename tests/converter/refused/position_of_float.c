[[clang::annotate("preamar::map")]]
float shade(float pixel, float x) {
  return pixel * x;
}
