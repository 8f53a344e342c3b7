typedef struct {
  int value, at;
} Peak;

static Peak peak_of(unsigned char pixel, int i) {
  Peak peak = {pixel, i};
  return peak;
}

[[clang::annotate("preamar::reduce lift=peak_of")]]
Peak highest(Peak a, Peak b) {
  return a.value >= b.value ? a : b;
}
