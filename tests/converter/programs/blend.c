[[clang::annotate("preamar::map")]]
static float blend(float below, float above, float alpha) { return below + (above - below) * alpha; }
