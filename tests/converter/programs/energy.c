static double squared(float level) { return (double)level * level; }

[[clang::annotate("preamar::reduce lift=squared")]]
static double energy(double a, double b) { return a + b; }
