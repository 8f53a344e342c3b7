// The functions of binarise.c as kernels, which binarise_opencl.cpp builds and runs.
#pragma OPENCL FP_CONTRACT OFF

typedef struct {
  int tolerancia;
} data;

unsigned char binarizador(unsigned char pixel, int index, data parametro) {
  return pixel + parametro.tolerancia > 127 ? 255 : 0;
}

__kernel void binarizador_map(__global const unsigned char* image, __global unsigned char* result,
                              const long height, const long width, const data parametro_) {
  const long x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const long i = y * width + x;
  result[i] = binarizador(image[i], (int)i, parametro_);
}
