[[clang::annotate("preamar::map")]]
static unsigned char width(unsigned char pixel) { return pixel / 2; }
