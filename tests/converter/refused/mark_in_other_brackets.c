[[clang::annotate("preamar::map")]]
static int f(int a, __attribute__((annotate("preamar::pixel"))) int b) { return a + b; }
