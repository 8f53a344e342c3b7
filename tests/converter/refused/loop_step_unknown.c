typedef struct {
  int step;
} Options;

[[clang::annotate("preamar::map")]]
unsigned char turns(unsigned char pixel, Options options) {
  int sum = 0;
  for (int i = 0; i < 10; i += options.step) sum += pixel;
  for (int i = 1; i < 100; i *= 2) sum += i;
  return sum;
}
