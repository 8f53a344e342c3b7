static int at_most(int value, int limit) { return value < limit ? value : limit; }

[[clang::annotate("preamar::map")]]
static unsigned char saturating_add(unsigned char a, [[clang::annotate("preamar::pixel")]] unsigned char b) { return at_most(a + b, 255); }
