typedef struct {
  int local;
} float4;

[[clang::annotate("preamar::map")]]
unsigned char kernel(unsigned char pixel, float4 new) {
  int half = pixel / 2, threadIdx = 0;
  return half + new.local + threadIdx;
}
