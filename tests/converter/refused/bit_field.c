typedef struct {
  int level : 8;
} Options;

[[clang::annotate("preamar::map")]]
unsigned char threshold(unsigned char pixel, Options options) {
  return pixel > options.level ? 255 : 0;
}
