// Names that could collide: a structure called as the class of a function would be, two functions with one class, macros
// and parameters with names of the code around.
#define R 2
typedef struct {
  int width[R], result;
} Edges;

[[clang::annotate("preamar::map")]]
static int edges(int v, Edges width) { return v / (width.result + width.width[R - 1]); }

[[clang::annotate("preamar::map")]]
static int my_edge(int v, int width, int result, int layout) { return v + width - result * layout; }

[[clang::annotate("preamar::map")]]
static int myEdge(int v, int image, int row) { return v * image + row; }

static int myEdge_map(int v) { return v; }
[[clang::annotate("preamar::stencil")]]
static int my__edge(int window[3][3], int call, int from) { return myEdge_map(window[0][0]) * call + from; }
