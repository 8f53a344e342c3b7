// Every way to add to a counter.
[[clang::annotate("preamar::histogram bins=16")]]
static void counters(unsigned char pixel, int* out, int bins, int i) {
  if (pixel < bins) out[pixel]++;
  ++out[(pixel + i) & 15];
  out[0] += pixel, out[1] -= 2;
  out[2]--;
  for (int k = 0; k < 3; out[3]++, k++) (void)atomicAdd(&out[k], pixel / 2);
}
