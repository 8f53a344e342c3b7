typedef struct {
  int left, top, right, bottom;  // right and bottom are outside; empty where they are not greater
} box;
typedef struct {
  unsigned char level;
} limit;
static const limit bright = {250};

#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (a) : (b))
#define FAR 1000000

static box around(unsigned char level, int x, int y, limit limit) {
  box none = {FAR, FAR, -FAR, -FAR};
  box one = {x, y, x + 1, y + 1};
  return level > limit.level ? one : none;
}

[[clang::annotate("preamar::reduce lift=around")]]
static box bounding_box(box a, box b) {
  box both;
  both.left = LESS(a.left, b.left);
  both.top = LESS(a.top, b.top);
  both.right = MORE(a.right, b.right);
  both.bottom = MORE(a.bottom, b.bottom);
  return both;
}
