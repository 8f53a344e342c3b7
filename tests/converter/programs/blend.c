[[clang::annotate("preamar::map")]]
static float blend(float below, [[clang::annotate("preamar::pixel")]] float above, [[clang::annotate("preamar::pixel")]] float alpha) { return below + (above - below) * alpha; }
