#include <stdbool.h>

typedef struct {
  bool invert;
} Options;

[[clang::annotate("preamar::map")]]
unsigned char inverted(unsigned char pixel, Options options) {
  return options.invert ? 255 - pixel : pixel;
}
