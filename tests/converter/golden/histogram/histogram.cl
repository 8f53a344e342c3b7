// The functions of histogram.c as kernels, which histogram_opencl.cpp builds and runs.
#pragma OPENCL FP_CONTRACT OFF

// The memory of the counters: this source is built once for each kind.
#ifdef GLOBAL_BINS
#define BINS volatile __global
#else
#define BINS volatile __local
#endif

void add_to_counter(BINS int* counts, long bins, long bin, int value) {
  if (bin >= 0 && bin < bins) atomic_add(counts + bin, value);
}
// For int or unsigned int, whose sums have the same bits.
#define add_to_bin(counts, bins, bin, value) add_to_counter((BINS int*)(counts), bins, bin, value)

void r2vProcessor(unsigned char entrada, BINS int* saida, int bins) {
  add_to_bin(saida, bins, entrada, 1);
}

#ifdef GLOBAL_BINS
// For more counters than local memory holds.
__kernel void r2vProcessor_histogram(__global const unsigned char* image, __global int* counts,
                                     const int bins, const long height, const long width) {
  for (long i = get_global_id(0); i < height * width; i += get_global_size(0)) {
    r2vProcessor(image[i], counts, bins);
  }
}
#else
// Each group counts in its own `copies` histograms, which its items share in turns.
__kernel void r2vProcessor_histogram(__global const unsigned char* image, __global int* counts,
                                     const int bins, const long height, const long width,
                                     __local int* own, const int copies) {
  for (int k = get_local_id(0); k < copies * bins; k += get_local_size(0)) own[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  BINS int* mine = own + get_local_id(0) % copies * bins;
  for (long i = get_global_id(0); i < height * width; i += get_global_size(0)) {
    r2vProcessor(image[i], mine, bins);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = get_local_id(0); bin < bins; bin += get_local_size(0)) {
    int sum = 0;
    for (int k = 0; k < copies; ++k) sum += own[k * bins + bin];
    if (sum != 0) atomic_add(counts + bin, sum);
  }
}
#endif
