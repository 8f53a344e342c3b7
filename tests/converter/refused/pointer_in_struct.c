typedef struct {
  const float* table;
  float (*curve)(float);
} Options;

[[clang::annotate("preamar::map")]]
float look_up(unsigned char pixel, Options options) {
  return options.table[pixel];
}
