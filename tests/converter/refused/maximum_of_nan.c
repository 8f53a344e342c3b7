[[clang::annotate("preamar::reduce")]]
static float maximum_of_nan(float a, float b) { return a > b ? a : b; }
