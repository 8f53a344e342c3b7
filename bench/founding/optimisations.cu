// The small kernels that L. H. A. Lourenço times (listings 3.1 to 3.9). FLOAT is the type of the constants in the
// second group: `double` as in the listings, or `float`, to which the GPUs of 2006 reduced them.

__device__ int own_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// The other element of a pair: 1, 0, 3, 2, ...
__device__ int partner(int index) { return index % 2 ? index - 1 : index + 1; }

extern "C" __global__ void swap_by_writes(float* out, const float* in, int) {
  const int index = own_index();
  out[partner(index)] = in[index];
}

extern "C" __global__ void swap_by_reads(float* out, const float* in, int) {
  const int index = own_index();
  out[index] = in[partner(index)];
}

extern "C" __global__ void swap_by_texture(float* out, cudaTextureObject_t in, int) {
  const int index = own_index();
  out[index] = tex1Dfetch<float>(in, partner(index));
}

// The root of twice the element before and half the element after; at both ends an element stands for its neighbour.
__device__ float combined(float before, float after) { return sqrt(FLOAT(2) * before + FLOAT(0.5) * after); }

extern "C" __global__ void neighbours_by_branches(float* out, const float* in, int count) {
  const int index = own_index();
  float before, after;
  if (index > 0) {
    before = in[index - 1];
  } else {
    before = in[index];
  }
  if (index < count - 1) {
    after = in[index + 1];
  } else {
    after = in[index];
  }
  if (index < count) out[index] = combined(before, after);
}

extern "C" __global__ void neighbours_by_texture(float* out, cudaTextureObject_t in, int count) {
  const int index = own_index();
  float before, after;
  if (index > 0) {
    before = tex1Dfetch<float>(in, index - 1);
  } else {
    before = tex1Dfetch<float>(in, index);
  }
  if (index < count - 1) {
    after = tex1Dfetch<float>(in, index + 1);
  } else {
    after = tex1Dfetch<float>(in, index);
  }
  if (index < count) out[index] = combined(before, after);
}

extern "C" __global__ void neighbours_by_logic(float* out, cudaTextureObject_t in, int count) {
  const int index = own_index();
  if (index < count)
    out[index] =
        combined(tex1Dfetch<float>(in, index - (index > 0)), tex1Dfetch<float>(in, index + (index < count - 1)));
}

// The sum of the two coordinates of a direction, which depends on an angle of 0 to 157 degrees and on the lane's
// parity.
extern "C" __global__ void direction_by_branches(float* out, const float* in, int) {
  const int index = own_index();
  const float sector = ceilf((in[index] - 22) / 45);
  float x = 0, y = 0;
  if (threadIdx.x % 2) {
    if (sector == 0) x = 0, y = -1;
    if (sector == 1) x = -1, y = -1;
    if (sector == 2) x = 1, y = 0;
    if (sector == 3) x = 1, y = -1;
  } else {
    if (sector == 0) x = 1, y = 0;
    if (sector == 1) x = 0, y = 0;
    if (sector == 2) x = 2, y = 1;
    if (sector == 3) x = 2, y = 0;
  }
  out[index] = x + y;
}

extern "C" __global__ void direction_by_logic(float* out, const float* in, int) {
  const int index = own_index();
  const float sector = ceilf(__fdividef(in[index] - 22, 45));
  const int odd = (sector != 0) - 2 * (sector == 1) + (sector == 2) - 1;
  out[index] = odd + 2 * (threadIdx.x % 2 == 0);
}

extern "C" __global__ void copy_plus_1(float* out, const float* in, int count) {
  const int index = own_index();
  if (index < count) out[index] = in[index] + 1.f;
}
