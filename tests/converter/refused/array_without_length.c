typedef struct {
  int count;
  float table[];
} Options;

[[clang::annotate("preamar::map")]]
float look_up(unsigned char pixel, Options options) {
  return options.table[pixel];
}
