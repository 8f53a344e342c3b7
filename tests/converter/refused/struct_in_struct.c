typedef struct {
  float x, y;
} Point;

typedef struct {
  Point centre;
} Options;

[[clang::annotate("preamar::map")]]
float moved(float pixel, Options options) {
  return pixel + options.centre.x;
}
