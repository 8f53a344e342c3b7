static void add(int* counter) { *counter += 1; }

[[clang::annotate("preamar::histogram")]]
void count(unsigned char pixel, int* out, int bins) {
  add(&out[pixel]);
  *out += 1;
}
