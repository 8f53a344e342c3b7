[[clang::annotate("preamar::histogram")]]
void twice(unsigned char pixel, int* out, int bins) {
  int before = out[pixel]++;
  if (atomicAdd(&out[0], 1) > 5) out[before] += 1;
}
