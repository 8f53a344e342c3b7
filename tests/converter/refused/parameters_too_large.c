typedef struct {
  float table[1024];
} Options;

[[clang::annotate("preamar::map")]]
float look_up(unsigned char pixel, Options options) {
  return options.table[pixel];
}
