typedef struct {
  int count;
} Options;

[[clang::annotate("preamar::map")]]
unsigned char last(unsigned char pixel, Options options) {
  int values[options.count];
  for (int i = 0; i < options.count; i++) values[i] = pixel;
  return values[options.count - 1];
}
