double sqrt(double);

// The root in double, as C has it, though the level is a float and no header says so.
[[clang::annotate("preamar::map")]]
static double declared_root(float level) { return sqrt(level) / 3; }
