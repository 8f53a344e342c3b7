[[clang::annotate("preamar::map")]]
float integral(float pixel) {
  float sum = 0;
  for (float x = 0; x < 1; x += 0.1f) sum += x * pixel;
  return sum;
}
