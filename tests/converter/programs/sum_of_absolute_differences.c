#include <stdint.h>

static int64_t apart(unsigned char a, [[clang::annotate("preamar::pixel")]] unsigned char b) { return a > b ? a - b : b - a; }

[[clang::annotate("preamar::reduce lift=apart")]]
static int64_t sum_of_absolute_differences(int64_t a, int64_t b) { return a + b; }
