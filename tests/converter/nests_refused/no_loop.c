[[clang::annotate("preamar::loop")]]
int first(const unsigned char *in) { return in[0]; }
