// The kernels of optimisations.cu as functions of C++: run() calls one for each thread of a launch.
#include <cmath>

#define __global__
#define __device__ static
using std::sqrt;

typedef const float* cudaTextureObject_t;
static struct { int x; } threadIdx, blockIdx, blockDim;

template <typename T>
static T tex1Dfetch(cudaTextureObject_t texture, int index) {
  return texture[index];
}
static float __fdividef(float a, float b) { return a / b; }

#include "optimisations.cu"

extern "C" void run(void (*kernel)(float*, const float*, int), float* out, const float* in, int count, int threads) {
  blockDim.x = threads;
  for (blockIdx.x = 0; blockIdx.x * threads < count; blockIdx.x++)
    for (threadIdx.x = 0; threadIdx.x < threads; threadIdx.x++)
      if (blockIdx.x * threads + threadIdx.x < count) kernel(out, in, count);
}
