static const float weights[3] = {0.25f, 0.5f, 0.25f};

static float sum_of(const float* values, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  return sum;
}

[[clang::annotate("preamar::map")]]
float weigh(float pixel) {
  const float* middle = &weights[1];
  return pixel * *middle / sum_of(weights, 3);
}
