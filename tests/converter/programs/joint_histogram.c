// How often levels of two images meet, in 32 by 32 bins: what mutual information is computed from.
enum { side = 32 };

[[clang::annotate("preamar::histogram bins=1024")]]
static void joint_histogram(unsigned char a, [[clang::annotate("preamar::pixel")]] unsigned char b, int* counts, int bins) {
  counts[(a * side / 256) * side + b * side / 256] += 1;
}
